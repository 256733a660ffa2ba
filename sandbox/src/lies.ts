import { body, Text } from '@krapao/contract/schemas.ts';
import { type Static, Type } from 'typebox';
import type { Books } from './books.ts';
import { Refusal, type Sandbox } from './sandbox.ts';

export const lieTables = `
  create table if not exists lies (
    target text not null,
    lie text not null,
    -- null: until the party is told to be honest.
    remaining integer check (remaining >= 0),
    primary key (target, lie)
  );
  alter table lies add column if not exists since timestamptz not null default clock_timestamp()`;

/** Something untrue that an outside party can be made to tell, while everything it does is done well. */
export type Lie = { target: string; lie: string; meaning: string };

const Telling = body({
  target: Text(100),
  lie: Text(100),
  isTold: Type.Boolean(),
  times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
});

/** Uses up one telling of each of these lies that the party tells now; several may be told at once. */
export async function takeLies<Name extends string>(
  books: Pick<Books, 'query'>,
  target: string,
  lies: readonly Name[],
): Promise<Set<Name>> {
  const { rows } = await books.query<{ lie: Name }>(
    `update lies set remaining = remaining - 1
     where target = $1 and lie = any($2) and (remaining is null or remaining > 0) returning lie`,
    [target, lies],
  );
  return new Set(rows.map(({ lie }) => lie));
}

/** `POST /lies` makes a party tell a lie, or no longer; `GET /lies` shows every lie of every party. */
export function registerLies({ http, books }: Sandbox, lies: Lie[]): void {
  http.post('/lies', { schema: { body: Telling } }, async ({ body: telling }) => {
    const ofTarget = lies.filter(({ target }) => target === telling.target);
    if (!ofTarget.some(({ lie }) => lie === telling.lie)) {
      const known = ofTarget.map(({ lie }) => lie).join(', ') || 'none';
      throw new Refusal(400, `${telling.target} has no lie "${telling.lie}"; known: ${known}.`);
    }
    await setLie(books, telling);
    return listLies(books, lies);
  });

  http.get('/lies', () => listLies(books, lies));
}

async function setLie(books: Books, { target, lie, isTold, times }: Static<typeof Telling>): Promise<void> {
  if (!isTold) {
    await books.query('delete from lies where target = $1 and lie = $2', [target, lie]);
    return;
  }
  await books.query(
    `insert into lies (target, lie, remaining) values ($1, $2, $3)
     on conflict (target, lie) do update set remaining = excluded.remaining, since = excluded.since`,
    [target, lie, times],
  );
}

async function listLies(books: Books, lies: Lie[]) {
  const { rows } = await books.query<{ target: string; lie: string; remaining: number | null }>(
    'select target, lie, remaining from lies where remaining is null or remaining > 0',
  );
  return lies.map((lie) => {
    const told = rows.find((row) => row.target === lie.target && row.lie === lie.lie);
    return { ...lie, isTold: told !== undefined, times: told?.remaining ?? null };
  });
}
