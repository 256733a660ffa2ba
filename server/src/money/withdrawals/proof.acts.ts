import type { Transaction } from '../../platform/database.ts';
import { CannotDo, change, fields, text } from '../../staff/act.ts';
import { watchOutcome } from './ask-again.queries.ts';
import { bookDebt, bounceBack, giveBack, type OnBankMove, settlePaid } from './end-withdrawal.ts';
import { NAMED_WITHDRAWAL, type NamedInput, namedWithdrawals } from './named-withdrawals.ts';
import type { Named } from './review.queries.ts';

type ProofDeps = Parameters<typeof namedWithdrawals>[0] & { onBankMove: OnBankMove; payoutsAskedAgainHours: number };

/** What a person has seen at the bank, where the channel does not say it. The proof is kept in the audit log. */
export function proofActs(deps: ProofDeps) {
  const { take, worth, announceChanged } = namedWithdrawals(deps);
  const proof = text('Give the proof, such as the line of the bank’s statement.', 1_000);
  const proved = (name: string, summary: string, end: (tx: Transaction, named: Named) => Promise<boolean>) =>
    change({
      name,
      summary,
      permission: 'withdrawals.prove',
      needsSecond: true,
      worth,
      schema: fields({ ...NAMED_WITHDRAWAL, proof }),
      run: async (tx, _operator, input: NamedInput & { proof: string }) => {
        if (!input.proof.trim()) throw new CannotDo('Give the proof, such as the line of the bank’s statement.');
        const before = await take(tx, input);
        if (!(await end(tx, before)))
          throw new CannotDo(`Nothing was changed: withdrawal ${before.id} is ${before.state}.`);
        return announceChanged(tx, before);
      },
    });
  const watched = async (tx: Transaction, { member_id: memberId, id }: Named, isEnded: boolean) => {
    if (isEnded) await watchOutcome(tx, { memberId, id }, deps.payoutsAskedAgainHours);
    return isEnded;
  };
  return {
    returnWithdrawal: proved(
      'withdrawals return',
      'returns the money of a payout that the bank did not make',
      async (tx, named) => {
        if (named.state !== 'called') return false;
        const back = await giveBack(
          tx,
          deps.onBankMove,
          { ...named, state: 'called' },
          { to: 'returned', why: 'BANK' },
        );
        return watched(tx, named, back);
      },
    ),
    provePaid: proved(
      'withdrawals paid',
      'ends a payout that the bank has made; if its money was returned, the member owes it',
      async (tx, named) =>
        isReturnedByBank(named)
          ? bookDebt(tx, deps.onBankMove, named)
          : watched(tx, named, await settlePaid(tx, named)),
    ),
    proveBounced: proved('withdrawals bounced', 'returns the money of a payout that the bank sent back', (tx, named) =>
      bounceBack(tx, deps.onBankMove, named),
    ),
  };
}

/** What an operator refused never reached the bank. Until reasons were kept, only banks returned money. */
function isReturnedByBank({ state, returned_why }: Named): boolean {
  return state === 'returned' && (returned_why ?? 'BANK') === 'BANK';
}
