import Gamepad2 from 'lucide-react/icons/gamepad-2';
import { useI18n } from '../../../i18n/i18n.tsx';
import { useShownFigure } from '../../../platform/hidden-money.ts';
import { classNames } from '../../../ui/class-names.ts';
import { resultText } from '../../../wallet/activity.ts';
import { signedText } from '../../../wallet/entry-amount.ts';
import type { DayResult } from '../../../wallet/movements.queries.ts';
import { useWalletBasics } from '../../../wallet/wallet.queries.ts';
import { dayText } from './result-day.ts';

const NO_GAMES: [] = [];

export function ResultIcon() {
  return (
    <span className="grid size-9 shrink-0 place-items-center text-muted">
      <Gamepad2 aria-hidden="true" className="size-5" />
    </span>
  );
}

export function ResultActivity({ result }: { result: DayResult }) {
  const { t } = useI18n();
  return <p className="font-semibold text-muted">{resultText(result, t, useWalletBasics()?.slots ?? NO_GAMES)}</p>;
}

export function ResultDay({ result: { day } }: { result: DayResult }) {
  return (
    <time dateTime={day} className="figures block text-tiny text-muted">
      {dayText(day)}
    </time>
  );
}

export function ResultAmount({ result: { amount } }: { result: DayResult }) {
  const shown = useShownFigure();
  return (
    <span className={classNames('figures font-bold whitespace-nowrap', amount > 0 ? 'text-in' : 'text-muted')}>
      {shown(signedText(amount))}
    </span>
  );
}
