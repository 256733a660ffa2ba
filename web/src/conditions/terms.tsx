import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { useI18n } from '../i18n/i18n.tsx';

/** The body of a sheet that has only text in it: a scrolling area has to be reached by keyboard. */
export function Reading({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section tabIndex={0} aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md">
      {children}
    </section>
  );
}

export function Terms({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-ink-3/60 rounded-md bg-ink-2 px-4">{children}</dl>;
}

export function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5 text-small">
      <dt className="text-muted">{label}</dt>
      <dd className="figures text-right font-semibold">{children}</dd>
    </div>
  );
}

/** The condition that a member accepts by receiving the reward. */
export function ConditionNotice({ fail }: { fail: number }) {
  const { t } = useI18n();
  return (
    <p className="flex gap-2.5 rounded-md bg-info/12 px-3.5 py-3 text-small text-pretty">
      <Info aria-hidden="true" className="mt-px size-4.5 shrink-0 text-info" />
      {t('bonus.notice', { fail })}
    </p>
  );
}
