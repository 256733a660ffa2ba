import { useI18n } from '../i18n/i18n.tsx';
import { Link } from '../platform/link.tsx';
import { useMoneyWords } from '../ui/money-words.ts';
import { balancesOf } from '../wallet/balances.ts';
import { useWalletBasics } from '../wallet/wallet.queries.ts';
import { useCondition } from './condition.queries.ts';
import { type Bound, isUnanswered, type Obstacle, obstacleOf, type Tried } from './obstacle-rules.ts';

/** While the request for the reward has no answer nothing hinders it. */
export function useObstacle(bound: Bound, tried: Tried, isMoney = true): Obstacle | null {
  const wallet = useWalletBasics();
  const { data: condition } = useCondition();
  if (isUnanswered(tried)) return null;
  return obstacleOf({ wallet, isBound: condition?.status ?? false }, bound, isMoney);
}

const CONDITION_RUNS: ReadonlySet<Obstacle> = new Set<Bound>([
  'BONUS_ALREADY_ACTIVE',
  'REFUND_CONDITION',
  'BONUS_REMAINING',
]);

type ObstacleNoteProps = {
  obstacle: Obstacle;
  /** The disabled button is described by it. */
  id: string;
  /** Closes the dialog that the note is in. */
  onLeave: () => void;
};

/** Why a reward cannot be received, and the way to what the member can do about it. */
export function ObstacleNote({ obstacle, id, onLeave }: ObstacleNoteProps) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const wallet = useWalletBasics();
  const amount = wallet ? moneyWords(balancesOf(wallet).withdrawing, wallet.profile.currency) : '';
  return (
    <div className="text-center text-small">
      <p id={id} className="text-pretty text-text">
        {t(`error.${obstacle}`)}
      </p>
      {obstacle === 'WITHDRAWAL_PENDING' && (
        <Way to="/user/home" label={t('withdraw.see', { amount })} onLeave={onLeave} />
      )}
      {CONDITION_RUNS.has(obstacle) && <Way to="/user/bonus" label={t('bonus.seeCondition')} onLeave={onLeave} />}
    </div>
  );
}

function Way({ to, label, onLeave }: { to: string; label: string; onLeave: () => void }) {
  return (
    <Link
      to={to}
      onClick={onLeave}
      className="mx-auto grid min-h-11 w-fit place-items-center rounded-sm px-3 font-semibold underline underline-offset-4"
    >
      {label}
    </Link>
  );
}
