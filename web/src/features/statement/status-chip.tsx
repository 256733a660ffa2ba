import { useI18n } from '../../i18n/i18n.tsx';
import { Chip } from '../../ui/chip.tsx';
import { statusOf } from './entry-status.ts';

export function StatusChip({ status }: { status: string }) {
  const { t } = useI18n();
  const { key, tone } = statusOf(status);
  return <Chip tone={tone}>{t(key)}</Chip>;
}
