import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { type Player, type Product, walletOf } from './harness.ts';

export const WALLET = 'KRAPAO SANDBOX GIFT';
export const OUR_MOBILE = '0000000017';
export const SENT = { status: 200, body: { message: 'TRUELINK_SENT' } };
export const DUPLICATE = { status: 409, body: { message: 'TRUELINK_DUPLICATE' } };
export const INVALID = { status: 422, body: { message: 'TRUELINK_INVALID' } };
export const NO_WALLET = { status: 422, body: { message: 'NO_WALLET' } };

/** Encrypts as the web does: base64 of iv, ciphertext and tag. */
export function encrypt(text: string, secret = 'krapao-truelink'): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(secret).digest(), iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

export const hashOf = (link: string) => new URL(link).searchParams.get('v') ?? '';
export const unknownLink = () => `https://gift.truemoney.com/campaign/?v=${randomBytes(18).toString('hex')}`;

type Options = { at?: Product; wallet?: string; key?: string };

/** What members do with gift links at this node, and what its database has of them. */
export function truelinksAt(product: Product) {
  const post = ({ token }: Player, link: string, { at = product, key }: Options = {}) =>
    at.call('POST /api/wallet/truelink', { token, body: { link }, headers: key ? { 'idempotency-key': key } : {} });
  const redeem = (member: Player, link: string, { wallet = WALLET, ...options }: Options = {}) =>
    post(member, encrypt(`${link}::${wallet}`), options);
  const inWallet = async (member: Player) => (await walletOf(product, member)).amounts.wallet;

  async function rowsOf(link: string) {
    const hash = hashOf(link);
    const truelinks = await product.db.query('select member_id, status from truelinks where hash = $1', [hash]);
    const payments = await product.db.query('select member_id, amount::int from payments where reference = $1', [hash]);
    return { truelinks: truelinks.rows, payments: payments.rows };
  }

  return { post, redeem, inWallet, rowsOf };
}
