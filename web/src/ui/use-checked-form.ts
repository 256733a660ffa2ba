import { type FormEvent, useState } from 'react';

/**
 * A form that shows its problems once the member has tried to send it, and from then on while the member corrects it.
 * `send` is null as long as a field is wrong.
 */
export function useCheckedForm(send: (() => void) | null) {
  const [wasTried, setWasTried] = useState(false);
  return {
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      setWasTried(true);
      send?.();
    },
    /** The problem of a field, once it may be shown. */
    shownProblem: (problem: string | undefined): string | undefined => (wasTried ? problem : undefined),
    /** The next amount has not been tried yet. */
    startOver: () => setWasTried(false),
  };
}
