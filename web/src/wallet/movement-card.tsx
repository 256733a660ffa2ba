import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { minuteText } from '../platform/date-text.ts';
import { Chip } from '../ui/chip.tsx';
import { MoneyText } from '../ui/money-text.tsx';
import { activityOf } from './activity.ts';
import { entryStatusOf } from './entry-status.ts';
import type { StatementEntry } from './movements.queries.ts';

type MovementCardProps = {
  movement: StatementEntry;
  reference: string;
  currency: Currency;
  games?: readonly { code: string; name: string }[];
};

const NO_GAMES: [] = [];

/** A movement that a message asks about: what it is, how much, how far, and when it began. */
export function MovementCard({ movement, reference, currency, games = NO_GAMES }: MovementCardProps) {
  const { t } = useI18n();
  const { key, tone } = entryStatusOf(movement);
  return (
    <span className="grid w-full min-w-0 gap-0.5 text-left">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 text-small font-semibold">{activityOf(movement, t, games).text}</span>{' '}
        <MoneyText minor={addWireMoney([Math.abs(movement.amount)])} currency={currency} className="font-bold" />
      </span>{' '}
      <span className="flex flex-wrap items-center justify-between gap-x-3 text-tiny text-muted">
        <span className="figures">
          {minuteText(new Date(movement.createdAt))} · {reference}
        </span>{' '}
        <Chip tone={tone}>{t(key)}</Chip>
      </span>
    </span>
  );
}
