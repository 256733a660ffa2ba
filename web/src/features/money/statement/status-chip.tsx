import Check from 'lucide-react/icons/check';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Status } from '../../../wallet/entry-status.ts';

export function StatusChip({ status }: { status: Status }) {
  const { t } = useI18n();
  return status.tone === 'in' ? <Tick status={status} /> : <Chip tone={status.tone}>{t(status.key)}</Chip>;
}

const TONES = { out: 'text-out', info: 'text-info', plain: 'text-muted' } as const;

/** Without a box, for a narrow row. */
export function StatusWord({ status }: { status: Status }) {
  const { t } = useI18n();
  if (status.tone === 'in') return <Tick status={status} />;
  return <span className={classNames('text-tiny whitespace-nowrap', TONES[status.tone])}>{t(status.key)}</span>;
}

/** What went as it should needs no word on every row. */
function Tick({ status: { key } }: { status: Status }) {
  const { t } = useI18n();
  return (
    <span title={t(key)} className="inline-grid align-middle text-in">
      <Check aria-hidden="true" className="size-4" />
      <span className="sr-only">{t(key)}</span>
    </span>
  );
}
