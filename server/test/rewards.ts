import { expect, vi } from 'vitest';
import type { Sandbox } from '../../world/sandbox-controls.ts';
import { type Database, many, one, type Queryable } from '../src/platform/database.ts';
import {
  type Answer,
  BY_ITSELF,
  mainWalletOf,
  makeQrcode,
  type Player,
  type Product,
  SOON,
  statementOf,
  walletOf,
} from './harness.ts';

type Caller = Pick<Product, 'call'>;
type StatusAndBody = Pick<Answer, 'status' | 'body'>;

export const refusal = (status: number, message: string) => ({ status, body: { message } });

/** `key` is an Idempotency-Key. */
async function get(product: Caller, { token }: Player, path: string, key?: string): Promise<StatusAndBody> {
  const headers = { ...(key && { 'idempotency-key': key }) };
  const { status, body } = await product.call(`GET /api/${path}`, { token, headers });
  return { status, body };
}

export function receiveBonus(product: Caller, member: Player, code: string, key?: string): Promise<StatusAndBody> {
  return get(product, member, `bonus/activate/${code}`, key);
}

/** The only promotion: 50 baht, until the total is three times or a twentieth of the total at its start. */
export function receivePromotion(product: Caller, member: Player, key?: string): Promise<StatusAndBody> {
  return get(product, member, 'promotion/activate/WELCOME50', key);
}

export function clearBonus(product: Caller, member: Player, key?: string): Promise<StatusAndBody> {
  return get(product, member, 'bonus/clear', key);
}

/** The running condition as the member sees it, after all games, slow ones too, were read for as long as is needed. */
export async function conditionOf(product: Pick<Product, 'call' | 'db'>, member: Player): Promise<unknown> {
  return vi.waitFor(async () => {
    await walletOf(product, member);
    const { body } = await get(product, member, 'bonus/check/active');
    const { isEnding } = body as { isEnding?: boolean };
    if (isEnding)
      await product.db.query(
        `update conditions set verdict_at = verdict_at - interval '1 hour' where member_id = $1 and state = 'running'`,
        [member.id],
      );
    expect(isEnding).not.toBe(true);
    return body;
  }, SOON);
}

export const NO_CONDITION = { status: false };

/** Pays in from the bank, and waits until the main wallet has it. */
export async function deposit(product: Caller, sandbox: Sandbox, member: Player, amount: number): Promise<void> {
  const before = await mainWalletOf(product, member);
  const { qrcodeId } = await makeQrcode(product, member, amount < 50_000 ? 'WW' : 'BCEL', amount);
  await sandbox.pay(qrcodeId);
  await vi.waitFor(async () => {
    expect((await mainWalletOf(product, member)).amount).toBeCloseTo(before.amount + amount, 2);
  }, BY_ITSELF);
}

/** Plays one round that wins or loses `change`. The product is not asked to read the game. */
export function play(sandbox: Sandbox, code: string, { gameUsername }: { gameUsername: string }, change: number) {
  const round = change > 0 ? { stake: 1, win: Number((1 + change).toFixed(2)) } : { stake: -change, win: 0 };
  return sandbox.round(code, gameUsername, round);
}

/**
 * Noon of the next day in Bangkok, so that no test is cut in two by a midnight of its own. Results and falls to nothing are a
 * whole day older then.
 */
export async function nextDay(sandbox: Sandbox, db: Database): Promise<void> {
  const { seconds } = await one<{ seconds: number }>(
    db,
    `select ceil(extract(epoch from here::date + 1 + time '12:00' - here))::integer as seconds
      from (select app_now() at time zone 'Asia/Bangkok' as here) clock`,
  );
  await sandbox.moveClock(seconds);
  await db.query(`update game_accounts set result_at = result_at - interval '1 day' where result_at is not null`);
  await db.query(`update game_falls set fell_at = fell_at - interval '1 day'`);
}

/** Stops the product's clock at this moment in Bangkok, until the next call. */
export async function stopClockAt({ owner }: { owner: Queryable }, time: string): Promise<void> {
  await owner.query(
    `create or replace function app_now() returns timestamptz language sql stable
      as $$ select timestamptz '${time}+07' $$`,
  );
}

/** How conditions of a member began and ended, newest first. */
export async function rewardsTold(product: Caller, member: Player): Promise<unknown[]> {
  const entries = await statementOf(product, member);
  return entries
    .filter(({ statementType }) => statementType === 'bonus' || statementType === 'finish_bonus')
    .map(({ id: _id, ...entry }) => ({ ...entry, createdAt: undefined, balanceAfter: undefined }));
}

/** The rewards of each kind less those taken back: by the ledger, and by the members' statements (`told`). */
export async function rewardBooks(db: Database) {
  const inLedger = await many(
    db,
    `select name, currency, -balance as given from house_balances where name like 'house:rewards:%' order by 1, 2`,
  );
  const told = await many(
    db,
    `select 'house:rewards:' || linked_kind as name, currency, sum(amount)::bigint as given from statement_entries
      join members on members.id = member_id
      where statement_type in ('bonus', 'finish_bonus') group by 1, 2 order by 1, 2`,
  );
  return { inLedger, told };
}
