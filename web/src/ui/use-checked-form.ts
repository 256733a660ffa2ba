import { type FormEvent, useState } from 'react';

/**
 * A form that says what is wrong with it once the member has tried to send it, and from then on while it is mended.
 * `send` is null as long as something is wrong.
 */
export function useCheckedForm(send: (() => void) | null) {
  const [wasTried, setWasTried] = useState(false);
  return {
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      setWasTried(true);
      send?.();
    },
    /** The words for a field, once they may be said. */
    told: (problem: string | undefined): string | undefined => (wasTried ? problem : undefined),
    /** The next amount has not been tried yet. */
    startOver: () => setWasTried(false),
  };
}
