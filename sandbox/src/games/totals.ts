import { CURRENCIES, type Currency, moneyToWire } from '@krapao/contract/money.ts';
import type { Books } from '../books.ts';
import { GAMES } from './catalogue.ts';

const SUMS = ['balance', 'inPlay', 'movedIn', 'movedOut', 'staked', 'won'] as const;
type Totals = Record<'players' | (typeof SUMS)[number], number>;
type Row = { code: string; currency: Currency; players: string } & Record<(typeof SUMS)[number], string>;

/**
 * Totals per provider and currency. `staked` and `won` count settled bets only, so that
 * movedIn − movedOut − staked + won = balance + inPlay.
 */
export async function totalsOfGames(books: Books): Promise<Record<string, Record<Currency, Totals>>> {
  // One statement, so that all sums are of the same moment.
  const { rows } = await books.query<Row>(`
    select code, currency, count(*) as players, sum(balance) as balance,
      coalesce(sum(in_play), 0) as "inPlay",
      coalesce(sum(moved_in), 0) as "movedIn", coalesce(sum(moved_out), 0) as "movedOut",
      coalesce(sum(staked), 0) as staked, coalesce(sum(won), 0) as won
    from game_players
    left join (
      select player_id, sum(amount) filter (where amount > 0) as moved_in,
        -sum(amount) filter (where amount < 0) as moved_out
      from game_moves where balance_after is not null group by player_id
    ) moves on moves.player_id = id
    left join (
      select player_id, sum(stake) filter (where win is null) as in_play,
        sum(stake) filter (where win is not null) as staked, sum(win) as won
      from game_bets group by player_id
    ) bets on bets.player_id = id
    group by code, currency`);

  const totals = (code: string, currency: Currency) => {
    const row = rows.find((one) => one.code === code && one.currency === currency);
    const sums = SUMS.map((name) => [name, moneyToWire(BigInt(row?.[name] ?? 0))]);
    return { players: Number(row?.players ?? 0), ...Object.fromEntries(sums) } as Totals;
  };
  const perCurrency = (code: string) =>
    Object.fromEntries(CURRENCIES.map((currency) => [currency, totals(code, currency)])) as Record<Currency, Totals>;
  return Object.fromEntries(GAMES.map(({ code }) => [code, perCurrency(code)]));
}
