import { addWireMoney, type Currency, type Minor } from '@krapao/contract/money.ts';
import CircleCheck from 'lucide-react/icons/circle-check';
import Lock from 'lucide-react/icons/lock';
import { useI18n } from '../i18n/i18n.tsx';
import { MoneyText } from '../ui/money-text.tsx';
import { usePublicMoneyWords } from '../ui/money-words.ts';
import { balancesOf } from '../wallet/balances.ts';
import { useKnownWallet } from '../wallet/wallet.queries.ts';
import { endsOf } from './standing.ts';
import { ConditionNotice, Term, Terms } from './terms.tsx';

type ConditionTermsProps = {
  success: number;
  fail: number;
  /** The amount that the member is about to receive, as the server sends it; left out where it is not known yet. */
  credit?: number;
};

/** At 100 % a condition would end where it starts: nothing is asked for. */
export const bindsMoney = (success: number) => success > 100;

/** When the condition of a grant ends, in money if the grant is known, and its effect until then. */
export function ConditionTerms({ success, fail, credit }: ConditionTermsProps) {
  const { t } = useI18n();
  const start = useStart(credit);
  if (!bindsMoney(success))
    return (
      <p className="flex gap-2.5 rounded-md bg-in/9 px-3.5 py-3 text-left text-small text-pretty text-text">
        <CircleCheck aria-hidden="true" className="mt-px size-4.5 shrink-0 text-in" />
        {t('home.condition.free')}
      </p>
    );
  const ends = start && endsOf(start.minor, { success, fail });
  return (
    <div className="grid gap-2.5 text-left text-text">
      {start && <Locks {...start} />}
      <Terms>
        <Term label={t('bonus.target')}>
          <End percent={success} minor={ends?.yoursAt} currency={start?.currency} />
        </Term>
        <Term label={t('bonus.end')}>
          <End percent={fail} minor={ends?.endsAt} currency={start?.currency} />
        </Term>
      </Terms>
      <ConditionNotice fail={fail} />
    </div>
  );
}

type Start = { minor: Minor; currency: Currency };

/** All of the member's money right after the grant, except what goes to the bank: the condition's start. */
function useStart(credit: number | undefined): Start | null {
  const wallet = useKnownWallet();
  if (credit === undefined || !wallet) return null;
  const { total, frozen } = balancesOf(wallet);
  return { minor: total + frozen + addWireMoney([credit]), currency: wallet.profile.currency };
}

function Locks({ minor, currency }: Start) {
  const { t } = useI18n();
  const amount = usePublicMoneyWords()(minor, currency);
  return (
    <p className="flex gap-2.5 rounded-md bg-reward/12 px-3.5 py-3 text-small font-semibold text-pretty">
      <Lock aria-hidden="true" className="mt-px size-4.5 shrink-0 text-reward" />
      {t('bonus.locks', { amount })}
    </p>
  );
}

type EndProps = { percent: number; minor: Minor | undefined; currency: Currency | undefined };

function End({ percent, minor, currency }: EndProps) {
  const { t } = useI18n();
  const share = t('bonus.ofStart', { percent });
  if (minor === undefined || !currency) return share;
  return (
    <>
      <MoneyText minor={minor} currency={currency} />
      <span className="block text-tiny font-normal text-muted">{share}</span>
    </>
  );
}
