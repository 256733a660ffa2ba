import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';

type OpenerProps = { children: (open: boolean, close: () => void) => ReactNode };

/** The button that opens a dialog. */
export function Opener({ children }: OpenerProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span lang="en">Open</span>
      </Button>
      {children(open, () => setOpen(false))}
    </>
  );
}
