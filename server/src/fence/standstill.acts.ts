import { Type } from 'typebox';
import { many, maybeOne, type Transaction } from '../platform/database.ts';
import { CannotDo, change, fields, list, MOST_LISTED } from '../staff/act.ts';

export type Standstill = {
  id: bigint;
  number: number;
  began_at: Date;
  why: string;
  ended_at: Date | null;
  ended_by: string | null;
  ended_how: string | null;
};

type StandstillDeps = {
  /** A withdrawal may have left before the loss, and this database does not know it: the channel is asked first. */
  askAboutWithdrawals: (tx: Transaction) => Promise<number>;
  /** A spin that was lost has shown the seed that is promised here again. */
  forgetSeeds: (tx: Transaction) => Promise<void>;
};

/** When no money moved, since the database lacked what had been committed. */
export function standstillActs({ askAboutWithdrawals, forgetSeeds }: StandstillDeps) {
  return {
    listStandstills: list({
      name: 'standstill list',
      summary: 'when no money moved, since the database lacked commits that had been confirmed; the newest first',
      permission: 'findings',
      run: (tx) => many<Standstill>(tx, 'select * from standstills order by id desc limit $1', [MOST_LISTED]),
    }),
    /** What is lost by then stays lost: the games, the banks and the channel were asked for it before. */
    endStandstill: change({
      name: 'standstill end',
      summary: 'lets money move again, once what was lost is known and booked as it has to be',
      permission: 'findings',
      needsSecond: true,
      schema: fields({
        number: Type.Integer({ minimum: 1, description: 'Say which one: `standstill list` has its number.' }),
        how: Type.String({ minLength: 1, maxLength: 500, description: 'Say what was compared.' }),
      }),
      run: async (tx, { name }, { number, how }) => {
        const before = await openStandstill(tx);
        if (!before) throw new CannotDo('Money does not stand still.');
        if (before.number !== number) throw new CannotDo(`Money stands still by number ${before.number} now.`);
        const sql = `update standstills set ended_at = clock_timestamp(), ended_by = $2, ended_how = $3
        where id = $1 returning *`;
        const after = await maybeOne<Standstill>(tx, sql, [before.id, name, how]);
        const withdrawals = await askAboutWithdrawals(tx);
        await forgetSeeds(tx);
        return { data: { ...after, withdrawals }, before, after };
      },
    }),
  };
}

function openStandstill(tx: Transaction): Promise<Standstill | null> {
  return maybeOne<Standstill>(tx, 'select * from standstills where ended_at is null for update');
}
