import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** Shown in place of an empty list; the children offer the next step. */
export function EmptyState({ icon: Icon, text, children }: { icon: LucideIcon; text: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 py-10 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-info/12 text-info">
        <Icon aria-hidden="true" className="size-7" />
      </span>
      <p className="max-w-xs text-balance text-muted">{text}</p>
      {children}
    </div>
  );
}
