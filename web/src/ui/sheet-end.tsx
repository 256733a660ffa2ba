import type { ReactNode } from 'react';

/** The last thing of a sheet's content, pinned to its lower edge: in sight however long the rest is. */
export function SheetEnd({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 z-1 -mx-5 -mb-5 w-[calc(100%+2.5rem)] bg-ink-1 px-5 pt-1 pb-5 before:pointer-events-none before:absolute before:inset-x-0 before:-top-4 before:h-4 before:bg-linear-to-t before:from-ink-1 sm:rounded-b-lg">
      {children}
    </div>
  );
}
