import { limitActs } from './allowances/limits.acts.ts';
import { campaignActs } from './conditions/campaigns.acts.ts';
import { conditionActs } from './conditions/conditions.acts.ts';
import { returnActs } from './conditions/returns.acts.ts';
import type { Config } from './config.ts';
import { announcedActs } from './deposits/announced/announced.acts.ts';
import { disputeActs } from './deposits/payments/disputes/disputes.acts.ts';
import { flagActs } from './deposits/payments/disputes/flags.acts.ts';
import { receiverActs } from './deposits/payments/receivers/receivers.acts.ts';
import { referenceActs } from './deposits/payments/receivers/references.acts.ts';
import { giveWaiting, takeWaiting } from './deposits/payments/waiting/give-waiting.ts';
import { paymentActs } from './deposits/payments/waiting/payments.acts.ts';
import { slipActs } from './deposits/slips/slips.acts.ts';
import { truelinkActs } from './deposits/truelinks/truelinks.acts.ts';
import { standstillActs } from './fence/standstill.acts.ts';
import { ledgerActs } from './ledger/ledger.acts.ts';
import { accountActs, takeMember as takeMemberOf } from './members/account/account.acts.ts';
import { addCoins, coinsOf } from './members/account/coins.queries.ts';
import { noticeActs } from './members/lookups/notices.acts.ts';
import { textActs } from './members/lookups/texts.acts.ts';
import { correctionActs } from './money/corrections/corrections.acts.ts';
import { debtActs } from './money/corrections/debts.acts.ts';
import { closedGameActs } from './money/games/closed-games.acts.ts';
import { gameActs } from './money/games/games.acts.ts';
import { markPasswordsDue } from './money/games/passwords.queries.ts';
import { sealedPasswords } from './money/games/sealed-passwords.ts';
import { fetchedMoneyActs } from './money/transfers/fetched-money.acts.ts';
import { transferActs } from './money/transfers/transfers.acts.ts';
import { askAboutWithdrawals } from './money/withdrawals/ask-about.queries.ts';
import { payoutActs } from './money/withdrawals/payouts.acts.ts';
import { proofActs } from './money/withdrawals/proof.acts.ts';
import { reviewOf } from './money/withdrawals/send-to-review.ts';
import { reviewActs, withdrawalActs } from './money/withdrawals/withdrawals.acts.ts';
import { sealer } from './platform/sealed.ts';
import { booksActs } from './reconciliation/books.acts.ts';
import { reconciliationActs } from './reconciliation/reconciliation.acts.ts';
import { friendActs } from './rewards/invites/friends.acts.ts';
import { rewardBankMoves } from './rewards/rewards.ts';
import { forgetSeeds, sealedSeedShelf } from './rewards/spin-wheel/seeds.ts';
import { wheelActs } from './rewards/spin-wheel/wheels.acts.ts';
import type { TakeMember } from './staff/act.ts';
import { addressActs } from './staff/addresses.acts.ts';
import { auditActs } from './staff/audit.acts.ts';
import { keyActs } from './staff/keys.acts.ts';
import { operatorActs } from './staff/operators.acts.ts';
import { serviceActs } from './staff/service.acts.ts';
import { setupActs } from './staff/setup.acts.ts';

/** Every act of an operator, for the command line and any other face. */
export function openActs(config: Config) {
  const takeMember: TakeMember = (tx, who) => takeMemberOf(tx, config.edition, who);
  const moves = rewardBankMoves({ addCoins, coinsOf, coinsADay: config.coinsADay });
  return {
    ...serviceActs(config),
    ...setupActs(config),
    ...keyActs([
      sealedPasswords(sealer(config.credentialsKeys, 'game passwords')),
      sealedSeedShelf(sealer(config.credentialsKeys, 'wheel seeds')),
    ]),
    ...addressActs,
    ...auditActs,
    ...accountActs(config.edition, markPasswordsDue),
    ...paymentActs({ takeMember, moves, ...config.paymentReports }),
    ...flagActs({ takeMember }),
    ...disputeActs({ takeMember, moves }),
    ...announcedActs({
      giveWaiting: async (tx, paymentId, to) =>
        giveWaiting(tx, moves.onDeposited, await takeWaiting(tx, paymentId), to),
    }),
    ...truelinkActs,
    ...slipActs,
    ...receiverActs,
    ...referenceActs,
    ...campaignActs,
    ...wheelActs,
    ...conditionActs({ takeMember }),
    ...returnActs({ takeMember }),
    ...friendActs({ takeMember, friendsAWeek: config.friendsAWeek }),
    ...limitActs,
    ...textActs(config),
    ...noticeActs(config),
    ...operatorActs,
    ...ledgerActs,
    ...standstillActs({ askAboutWithdrawals, forgetSeeds }),
    ...correctionActs({ takeMember }),
    ...closedGameActs,
    ...booksActs,
    ...reconciliationActs,
    ...gameActs({ takeMember, doubts: config }),
    ...transferActs,
    ...fetchedMoneyActs({ takeMember }),
    ...withdrawalActs,
    ...payoutActs(config),
    ...reviewActs({ ...config, ...reviewOf(config), takeMember, onBankMove: moves.onBankMove }),
    ...proofActs({ ...config, takeMember, onBankMove: moves.onBankMove }),
    ...debtActs({ takeMember }),
  };
}

export type Acts = ReturnType<typeof openActs>;
