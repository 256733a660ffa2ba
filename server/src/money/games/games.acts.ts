import { randomUUID } from 'node:crypto';
import { MAIN_WALLET, SERVICE } from '@krapao/contract/money/limits.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import { GAME_PROVIDERS } from '@krapao/contract/providers.ts';
import { balancesOf, post } from '../../ledger/ledger.ts';
import { writeStatement } from '../../ledger/statement.ts';
import type { Transaction } from '../../platform/database.ts';
import { announceWithCommit } from '../../platform/wallet-changes.ts';
import { CannotDo, change, choice, fields, list, MOST_LISTED, memberId, type TakeMember } from '../../staff/act.ts';
import { type DoubtRules, doubtedProviders, isDoubted } from './doubted-providers.ts';
import { addLate, believe, insertWriteOff, isMoving, lateMoney } from './game-accounts.queries.ts';

const game = choice(GAME_PROVIDERS);

/** What game providers tell and the service does not believe by itself. */
export function gameActs({ takeMember, doubts }: { takeMember: TakeMember; doubts: DoubtRules }) {
  return {
    listDoubted: list({
      name: 'games doubted',
      summary: 'providers that tell of falls at so many accounts that nothing of theirs is booked',
      permission: 'movements.see',
      run: (tx) => doubtedProviders(tx, doubts),
    }),
    believeProvider: change({
      name: 'games believe',
      summary: 'books for an hour what a doubted provider tells',
      permission: 'movements.mend',
      needsSecond: true,
      schema: fields({ game }),
      run: async (tx, _operator, { game: code }) => {
        if (!(await isDoubted(tx, doubts, code)))
          throw new CannotDo(`The service does not doubt ${code}: \`games doubted\` lists what it doubts.`);
        return { data: { code }, ...(await believe(tx, code)) };
      },
    }),
    listLateMoney: list({
      name: 'games late',
      summary: 'money that came to empty game accounts from nothing, until it is fetched back',
      permission: 'movements.see',
      run: (tx) => lateMoney(tx, MOST_LISTED),
    }),
    writeOff: writeOff(takeMember),
  };
}

/**
 * Money at a provider that has closed, or closed the account, and gives nothing back. From now on it is nobody's, so that
 * it is no win of the member if the provider tells of it again.
 */
const writeOff = (takeMember: TakeMember) =>
  change({
    name: 'games write-off',
    summary: 'gives up what a member has at a game that is closed; the house gives it to the member, or nobody does',
    permission: 'movements.mend',
    needsSecond: true,
    worth: async (tx, { member, game: code }) => {
      const { id, currency } = await takeMember(tx, member);
      return { amount: await leftAt(tx, id, code), currency };
    },
    schema: fields({ member: memberId, game, from: choice(['house', 'member']) }),
    run: async (tx, _operator, { member, game: code, from: borneBy }) => {
      const { id: memberId, currency } = await takeMember(tx, member);
      const amount = await leftAt(tx, memberId, code);
      if (await isMoving(tx, { memberId, code }))
        throw new CannotDo(`Money of ${memberId} is on its way there: see \`transfers resolve\`.`);
      const id = randomUUID();
      const booking = { key: `write-off/${id}`, reason: 'write_off', memberId, currency, amount };
      await post(tx, { ...booking, from: `game:${code}`, to: `house:late:${code}` });
      await insertWriteOff(tx, { id, member_id: memberId, code, amount, currency, borne_by: borneBy });
      await addLate(tx, { memberId, code }, amount);
      await (borneBy === 'house' ? giveInstead(tx, booking, id) : tellOfLoss(tx, booking, { id, code }));
      await announceWithCommit(tx, memberId);
      const data = { id, memberId, code, amount, currency, borneBy };
      return { data, before: { amount }, after: data };
    },
  });

type WrittenOff = { key: string; reason: string; memberId: string; currency: Currency; amount: Minor };

async function giveInstead(tx: Transaction, booking: WrittenOff, id: string): Promise<void> {
  const { key, memberId, amount } = booking;
  const posted = await post(tx, { ...booking, key: `${key}/given`, from: 'house:corrections', to: 'main' });
  const entry = { id, type: 'deposit', status: 'SUCCESS', from: SERVICE, to: MAIN_WALLET, amount, posted } as const;
  await writeStatement(tx, memberId, entry);
}

async function tellOfLoss(tx: Transaction, { memberId, amount }: WrittenOff, lost: { id: string; code: string }) {
  const entry = { type: 'withdraw', status: 'SUCCESS', from: lost.code, to: SERVICE, amount } as const;
  await writeStatement(tx, memberId, { ...entry, id: lost.id });
}

async function leftAt(tx: Transaction, memberId: string, code: string): Promise<Minor> {
  const amount = (await balancesOf(tx, memberId)).get(`game:${code}`) ?? 0n;
  if (amount === 0n) throw new CannotDo(`${memberId} has nothing at ${code}.`);
  return amount;
}
