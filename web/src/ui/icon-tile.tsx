import type { LucideIcon } from 'lucide-react';
import { classNames } from './class-names.ts';

type IconTileProps = { icon: LucideIcon; className: string; iconClassName?: string };

/** An icon on a tinted square with round corners; `className` gives its size and its colours. */
export function IconTile({ icon: Icon, className, iconClassName = 'size-5' }: IconTileProps) {
  return (
    <span className={classNames('grid shrink-0 place-items-center rounded-control', className)}>
      <Icon aria-hidden="true" className={iconClassName} />
    </span>
  );
}
