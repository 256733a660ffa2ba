import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import { spendOrRefuse } from '../../platform/budgets.ts';
import { inTransaction } from '../../platform/database.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { requireSignature } from '../../platform/signed-hooks.ts';
import type { QrGateway } from '../../providers/payments/qr-gateway.ts';
import { type AskGatewayDeps, askGateway } from './ask-gateway.ts';
import { makeQrcode, requireGateway, showQrcode } from './make-qrcode.ts';
import { askSoon, cancelQrcode, findByReference, findWaiting, useNonce } from './qrcodes.queries.ts';

export function qrcodeRoutes(platform: Platform, deps: AskGatewayDeps): void {
  const { db } = platform;
  route(platform, 'GET /api/qrcode/{provider}', async ({ member, params }) => {
    const { provider } = requireGateway(deps, params.provider, member);
    const waiting = await findWaiting(db, member.memberId, provider);
    return waiting ? showQrcode(waiting) : { hasQrcode: false };
  });
  route(platform, 'POST /api/qrcode/{provider}', ({ member, attempt, params, body }) =>
    makeQrcode(deps, member, attempt, { ...params, ...body }),
  );
  route(platform, 'DELETE /api/qrcode/{qrcodeId}', async ({ member, params }) => {
    const code = await cancelQrcode(db, member.memberId, params.qrcodeId);
    if (!code) throw new AppError('NO_DATA');
    if (code.status !== 'OPEN') return { hasQrcode: false };
    // A failure to tell the provider is ignored: a payment to the cancelled code is still found and credited.
    await deps.gateways
      .get(code.provider)
      ?.cancel(code.reference)
      .then(() => askGateway(deps, code, 'sweep'))
      .catch((error: unknown) => deps.log.warn({ err: error, provider: code.provider }, 'cancelled here only'));
    return { hasQrcode: false };
  });
}

/**
 * `POST /hooks/payments/<provider>`: a gateway says that a code was paid. The callback is only a reason to ask the
 * gateway, whose answer alone decides whether and how much is credited. If the node dies after the callback was noted,
 * or the gateway does not answer, a worker asks.
 */
export function paymentCallbacks(hooks: FastifyInstance, deps: AskGatewayDeps): void {
  for (const gateway of deps.gateways.values()) {
    const preValidation = gateway.callbackKey === null ? [] : [requireSignature(gateway.callbackKey)];
    hooks.post(`/hooks/payments/${gateway.provider.toLowerCase()}`, { preValidation }, async (request) => {
      const callback = readCallback(gateway, request.body);
      const code = await findByReference(deps.db, gateway.provider, callback.reference);
      if (!code) throw new AppError('NO_DATA');
      await inTransaction(deps.db, async (tx) => {
        if (callback.nonce === null) await spendOrRefuse(tx, { ...UNSIGNED, subject: code.id });
        else if (!(await useNonce(tx, gateway.provider, callback.nonce))) throw new AppError('NONCE_USED');
        await askSoon(tx, code.id);
      });
      await askGateway(deps, code, 'callback').catch((error: unknown) =>
        deps.log.warn({ err: error, provider: code.provider }, 'a callback is left to a worker'),
      );
      return { received: true };
    });
  }
}

/** An unsigned callback can come from any person who has seen the code, and each makes us ask the bank. */
const UNSIGNED = { scope: 'unsigned-callback', limit: 100, windowSeconds: 10 * 60 };

function readCallback(gateway: QrGateway, body: unknown) {
  try {
    const callback = gateway.readCallback(body);
    // PostgreSQL keeps no NUL in a text.
    if (callback && !`${callback.reference}${callback.nonce}`.includes('\0')) return callback;
  } catch {}
  throw new AppError('INVALID_REQUEST');
}
