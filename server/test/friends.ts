import { expect, vi } from 'vitest';
import type { Sandbox } from '../../world/sandbox-controls.ts';
import { startSession } from '../src/platform/sessions.ts';
import {
  type Answer,
  BY_ITSELF,
  mainWalletOf,
  makeQrcode,
  openGame,
  type Player,
  type Product,
  registerMember,
  transfer,
  walletOf,
} from './harness.ts';
import { play } from './rewards.ts';

type Caller = Pick<Product, 'call'>;
type House = Pick<Product, 'call' | 'db' | 'edition'>;
type Friend = Awaited<ReturnType<typeof registerMember>>;
type Sender = { by?: string; fromBank?: string; fromAccount?: string; fromName?: string };

/** A friend who registers by a member's link, signed in for a month. */
export async function newFriend(product: House, inviter: Player, overrides: Record<string, unknown> = {}) {
  const friend = await registerMember(product, { inviteCode: `PR${inviter.id}`, ...overrides });
  return staying(product, friend);
}

/** The member signed in for a month: what friends lose counts when the day is over. */
export async function staying<Member extends Player>({ db }: Pick<Product, 'db'>, member: Member): Promise<Member> {
  return { ...member, token: await startSession(db, member.id, true) };
}

/** The calls of one browser. */
export function browser(product: House, device: string): House {
  return {
    ...product,
    call: (name, options = {}) =>
      product.call(name, { ...options, headers: { ...options.headers, 'x-device-id': device } }),
  };
}

/** Pays in from the friend's own account, unless `sender` names another. */
export async function payIn(
  product: Caller,
  sandbox: Sandbox,
  friend: Friend,
  amount: number,
  { by = 'WW', ...sender }: Sender = {},
): Promise<void> {
  const { bankCode: fromBank, bankAccountNo: fromAccount, bankAccountName: fromName } = friend.registration;
  const before = (await mainWalletOf(product, friend)).amount;
  const { qrcodeId } = await makeQrcode(product, friend, by, amount);
  await sandbox.pay(qrcodeId, { fromBank, fromAccount, fromName, ...sender });
  await vi.waitFor(async () => {
    expect((await mainWalletOf(product, friend)).amount).toBeCloseTo(before + amount, 2);
  }, BY_ITSELF);
}

const gameUsernames = new Map<string, string>();

/** Moves the whole main wallet to PG, and wins or loses `change` there. Returns the member's name at the game. */
export async function gamble(product: House, sandbox: Sandbox, member: Player, change: number): Promise<string> {
  const gameUsername = gameUsernames.get(member.id) ?? (await openGame(product, member, 'pg')).username;
  gameUsernames.set(member.id, gameUsername);
  const { amount } = await mainWalletOf(product, member);
  if (amount > 0) await transfer(product, member, { from: 'wallet', to: 'pg', amount });
  await play(sandbox, 'pg', { gameUsername }, change);
  await walletOf(product, member);
  return gameUsername;
}

export async function receiveInviteBonus(
  product: Caller,
  { token }: Player,
  key?: string,
): Promise<Pick<Answer, 'status' | 'body'>> {
  const headers = { ...(key && { 'idempotency-key': key }) };
  const { status, body } = await product.call('GET /api/invite/bonus', { token, headers });
  return { status, body };
}

/** The invite as home shows it. */
export async function inviteOf(product: Caller, { token }: Player): Promise<unknown> {
  return ((await product.call('GET /api/wallet', { token })).body as { invite: unknown }).invite;
}
