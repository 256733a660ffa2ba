import type { Player, Product } from './harness.ts';

export const NOTHING = { hasQrcode: false };

/** What members see of their QR codes and do with them at this node, and what its database has of them. */
export function qrcodesAt(product: Product) {
  const waitingOf = async ({ token }: Player, provider: string, at = product) =>
    (await at.call(`GET /api/qrcode/${provider}`, { token })).body;
  const cancel = ({ token }: Player, qrcodeId: string) => product.call(`DELETE /api/qrcode/${qrcodeId}`, { token });

  async function rowOf(qrcodeId: string) {
    const { rows } = await product.db.query('select reference, payload, status, closed_at from qrcodes where id = $1', [
      qrcodeId,
    ]);
    return rows[0] as { reference: string; payload: string; status: string };
  }

  return { waitingOf, cancel, rowOf };
}
