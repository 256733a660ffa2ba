import { addWireMoney, formatMoney } from '@krapao/contract/money.ts';
import Image from 'lucide-react/icons/image';
import { useI18n } from '../../../i18n/i18n.tsx';
import { dateTimeText } from '../../../platform/date-text.ts';
import { useShownFigure } from '../../../platform/hidden-money.ts';
import { Button } from '../../../ui/button.tsx';
import type { Slip } from './slips.queries.ts';

export function SlipTime({ slip: { createdAt } }: { slip: Slip }) {
  return (
    <time dateTime={createdAt} className="figures text-small whitespace-nowrap">
      {dateTimeText(new Date(createdAt))}
    </time>
  );
}

/** The amount is not known before the slip has been read. */
export function SlipAmount({ slip: { amount } }: { slip: Slip }) {
  const shown = useShownFigure();
  return (
    <span className="figures font-bold whitespace-nowrap">
      {amount === null ? '-' : shown(formatMoney(addWireMoney([amount])))}
    </span>
  );
}

/** Why the slip was refused. */
export function SlipReason({ slip: { note } }: { slip: Slip }) {
  const { t } = useI18n();
  return note && <p className="mt-1 text-small text-pretty text-muted">{t(`slip.${note}`)}</p>;
}

export function ViewImage({ slip, onView }: { slip: Slip; onView: (slip: Slip) => void }) {
  const { t } = useI18n();
  return (
    <Button
      variant="plain"
      size="s"
      aria-label={t('slips.viewOf', { time: dateTimeText(new Date(slip.createdAt)) })}
      onClick={() => onView(slip)}
      className="whitespace-nowrap"
    >
      <Image aria-hidden="true" className="size-4.5" />
      <span className="max-[22.4rem]:hidden">{t('slips.view')}</span>
    </Button>
  );
}
