import { useState } from 'react';

/**
 * A dialog's code is fetched when it is first opened, and the dialog then stays mounted, so that closing can
 * be seen.
 */
export function useOnceOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened;
}
