import LoaderCircle from 'lucide-react/icons/loader-circle';
import { Fragment, type ReactNode } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { classNames } from './class-names.ts';

/** A quick answer shows no loader at all: everything here is late, and invisible for the first moment. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return (
    <span aria-hidden="true" className="inline-grid animate-appear-late">
      <LoaderCircle className={classNames('animate-turn', className)} />
    </span>
  );
}

/** `label` replaces "loading" for screen readers. */
export function Loader({ label }: { label?: string }) {
  const { t } = useI18n();
  return (
    <div role="status" className="grid min-h-40 animate-appear-late place-items-center text-muted">
      <LoaderCircle aria-hidden="true" className="size-7 animate-turn" />
      <span className="sr-only">{label ?? t('state.loading')}</span>
    </div>
  );
}

type LoadingProps = { label?: string; className?: string; children: ReactNode };

/** Holds the skeletons of a screen and tells screen readers that it is loading. */
export function Loading({ label, className, children }: LoadingProps) {
  const { t } = useI18n();
  return (
    <div role="status" className={classNames('animate-appear-late', className)}>
      <span className="sr-only">{label ?? t('state.loading')}</span>
      {children}
    </div>
  );
}

/** A grey bar in the place of a text that is on its way; `className` gives its size. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classNames('block animate-shimmer rounded-sm bg-ink-3', className)} />;
}

/** Bars under each other, each of a size of its own. */
export function SkeletonStack({ sizes, className }: { sizes: readonly string[]; className: string }) {
  return (
    <div className={classNames('grid', className)}>
      {sizes.map((size) => (
        <Skeleton key={size} className={size} />
      ))}
    </div>
  );
}

/** The same shape several times: the bars of a grid, or the rows of a list. */
export function Repeated({ times, children }: { times: number; children: ReactNode }) {
  return Array.from({ length: times }, (_, at) => at).map((at) => <Fragment key={at}>{children}</Fragment>);
}
