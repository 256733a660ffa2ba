import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import { useI18n } from '../../../i18n/i18n.tsx';

export function CoinChip({ count }: { count: number }) {
  const { t } = useI18n();
  return (
    <span className="figures flex shrink-0 items-center gap-1.5 rounded-full bg-copper/12 px-3 py-1 text-small font-bold text-copper">
      <CircleDollarSign aria-hidden="true" className="size-4" />
      {count.toLocaleString('en-US')} {count === 1 ? t('wheel.coin') : t('wheel.coins')}
    </span>
  );
}
