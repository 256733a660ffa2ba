import { useState } from 'react';

/** A value that begins anew when its sheet opens; not when the sheet closes, for the member would see the change. */
export function useFresh<Value>(open: boolean, initial: Value) {
  const [value, setValue] = useState(initial);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setValue(initial);
  }
  return [value, setValue] as const;
}
