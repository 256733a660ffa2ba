import { createHmac, randomUUID } from 'node:crypto';
import { type Database, many } from '../server/src/platform/database.ts';
import type { Sandbox } from '../world/sandbox-controls.ts';

const KEY = 'sandbox-key-not-a-secret';

type World = { url: string; sandbox: Sandbox; db: Database };

/** A QR code that was paid, of which the product has not heard. */
export type Paid = { qrcodeId: string; reference: string; payment: { amount: string } };

export async function makeAndPay({ url, sandbox, db }: World, token: string, amount: number): Promise<Paid> {
  const headers = { 'x-api-key': 'member-web', authorization: `Bearer ${token}` };
  const { qrcodeId } = (await askJson(`${url}/api/qrcode/ww`, { amount }, headers)) as { qrcodeId: string };
  // Keeps the worker from asking about the QR code: the callback is measured.
  const [code] = await many<{ reference: string }>(
    db,
    `update qrcodes set ask_at = app_now() + interval '1 hour' where id = $1 returning reference`,
    [qrcodeId],
  );
  const { payment } = await sandbox.pay(qrcodeId, { times: 0 });
  return { qrcodeId, reference: code?.reference ?? '', payment };
}

/** The gateway tells of the payment. */
export async function sendCallback({ url }: Pick<World, 'url'>, { reference, payment }: Paid): Promise<void> {
  const body = { nonce: randomUUID(), reference, status: 'paid', amount: payment.amount, payment };
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', KEY)
    .update(`${timestamp}.${JSON.stringify(body)}`)
    .digest('hex');
  await askJson(`${url}/hooks/payments/ww`, body, { 'x-timestamp': timestamp, 'x-signature': signature });
}

async function askJson(address: string, content: unknown, headers: Record<string, string>): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(content),
  });
  if (!response.ok) throw new Error(`${new URL(address).pathname} answered ${response.status}`);
  return response.json();
}
