import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/** Takes over what the visitor, or a password manager, put into a form before the page's script came. */
export function useTyped(
  form: RefObject<HTMLFormElement | null>,
  take: (field: (name: string) => string) => void,
): void {
  const takeOver = useEffectEvent(() => {
    if (!form.current) return;
    const typed = new FormData(form.current);
    take((name) => String(typed.get(name) ?? ''));
  });
  useLayoutEffect(() => takeOver(), []);
}
