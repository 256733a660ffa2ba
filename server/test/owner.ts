import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { giveMoney } from '../../world/people.ts';
import type { Database } from '../src/platform/database.ts';
import { conversationEnding, deskToken, memberOf, postback, tell } from './chat.ts';
import { drawQrCodes } from './drawn-slips.ts';
import {
  makeQrcode,
  newMember,
  openGame,
  slipsOf,
  type startPayingWorld,
  transfer,
  uploadSlip,
  withdraw,
} from './harness.ts';
import { firstName } from './payers.ts';
import { giveCoins, spin, win } from './wheel.ts';

export type Owner = Awaited<ReturnType<typeof newOwner>>;

/** A member who has one of everything; what only this member may read, and the ids of what only this member may touch. */
export async function newOwner({ product, database }: Awaited<ReturnType<typeof startPayingWorld>>) {
  const { db } = database;
  const name = `เจ้าของ ${firstName()}`;
  const member = await newMember(product, { name, bankAccountName: `OWNER ${firstName()}` });
  const { token } = member;
  await giveMoney(db, member.id, 50_000_00);
  await giveCoins(db, member, 3);
  const game = await openGame(product, member, 'pg');
  const moved = (await transfer(product, member, { from: 'wallet', to: 'pg', amount: 12.34 })).body as { id: string };
  // More than is paid without a look: it stays, and can be cancelled.
  const withdrawn = (await withdraw(product, member, 23_456.78)).body as { id: string };
  const { qrcodeId } = await makeQrcode(product, member, 'WW', 321);
  const { result } = await spin(product, member);
  const coupon = await win(db, member, 'CREDIT20');
  const words = `only for support ${randomUUID()}`;
  // The bot keeps quiet from here on, so that the words stay the last.
  await tell(product, memberOf(member), postback('agent'));
  const entryId = await tell(product, memberOf(member), words);
  const desk = await deskToken(product);
  const { id: conversationId } = await conversationEnding(product, desk, words);
  const picture = new Uint8Array(await drawQrCodes([`not a slip ${randomUUID()}`]));
  expect((await uploadSlip(product, member, picture)).status).toBe(200);
  const [{ reference: slip = '' } = {}] = await slipsOf(product, member);
  const { bankAccountNo, bankAccountName } = member.registration;
  const secrets = [name, bankAccountNo, bankAccountName, member.username, token, game.password, words, slip];
  return {
    ...member,
    desk,
    secrets: [...secrets, result?.serverSeed ?? ''],
    /** Texts that calls take, each of which names something of the owner. */
    ids: {
      memberId: member.id,
      gameUsername: game.username,
      gamePassword: game.password,
      moved: moved.id,
      withdrawn: withdrawn.id,
      qrcodeId,
      coupon,
      spun: result?._id ?? '',
      entryId,
      conversationId,
      slip,
    },
  };
}

/** Signing in writes to the first; workers and the desk to the others, without anybody's asking. */
const LIVELY = ['sessions', 'qrcodes', 'slips', 'chat_rooms', 'security_events'];

/** Every row that belongs to the owner and that nobody else has a reason to change. */
export async function rowsOf(db: Database, { id }: Pick<Owner, 'id'>): Promise<string[]> {
  const { rows: tables } = await db.query<{ name: string; owner: string }>(
    `select table_name as name, column_name as owner from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all ($1)
        and (column_name = 'member_id' or table_name = 'members' and column_name = 'id') order by 1`,
    [LIVELY],
  );
  const rowsIn = ({ name, owner }: (typeof tables)[number]) =>
    `select '${name} ' || t::text as row from ${name} t where t.${owner} = $1`;
  const { rows } = await db.query<{ row: string }>(`${tables.map(rowsIn).join(' union all ')} order by 1`, [id]);
  return rows.map(({ row }) => row);
}
