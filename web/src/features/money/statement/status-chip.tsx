import Check from 'lucide-react/icons/check';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Chip } from '../../../ui/chip.tsx';
import type { Status } from '../../../wallet/entry-status.ts';

export function StatusChip({ status: { key, tone } }: { status: Status }) {
  const { t } = useI18n();
  // What went as it should needs no word on every row.
  if (tone === 'in') {
    return (
      <span title={t(key)} className="inline-grid align-middle text-in">
        <Check aria-hidden="true" className="size-4" />
        <span className="sr-only">{t(key)}</span>
      </span>
    );
  }
  return <Chip tone={tone}>{t(key)}</Chip>;
}
