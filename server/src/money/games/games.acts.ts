import { GAME_PROVIDERS } from '@krapao/contract/providers.ts';
import { post } from '../../ledger/ledger.ts';
import { CannotDo, change, choice, fields, list, MOST_LISTED, memberId, type TakeMember } from '../../staff/act.ts';
import { type DoubtRules, doubtedProviders, isDoubted } from './doubted-providers.ts';
import { believe, lateMoney, lockLate, takeLate } from './game-accounts.queries.ts';

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
      summary: 'money that came to empty game accounts from nothing; nobody has it until an operator decides',
      permission: 'movements.see',
      run: (tx) => lateMoney(tx, MOST_LISTED),
    }),
    giveLateMoney: change({
      name: 'games give',
      summary: 'gives a member the money that came to their game account from nothing',
      permission: 'movements.mend',
      needsSecond: true,
      schema: fields({ member: memberId, game }),
      run: async (tx, _operator, { member, game: code }) => {
        const { id, currency } = await takeMember(tx, member);
        const before = await lockLate(tx, { memberId: id, code });
        if (!before || before.late === 0n) throw new CannotDo(`Nothing of ${id} at ${code} came from nothing.`);
        const { late: amount, readings } = before;
        const posting = { memberId: id, currency, reason: 'late', key: `late/${id}/${code}/given/${readings}` };
        await post(tx, { ...posting, from: `house:late:${code}`, to: `game:${code}`, amount });
        const after = await takeLate(tx, { memberId: id, code });
        return { data: { id, code, amount, currency }, before, after };
      },
    }),
  };
}
