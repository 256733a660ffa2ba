import { useI18n } from '../../../i18n/i18n.tsx';
import { Chip } from '../../../ui/chip.tsx';
import type { Status } from './entry-status.ts';

export function StatusChip({ status: { key, tone } }: { status: Status }) {
  const { t } = useI18n();
  return <Chip tone={tone}>{t(key)}</Chip>;
}
