import { AppError } from '../../platform/app-error.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { type AskGatewayDeps, askGateway } from './ask-gateway.ts';
import { makeQrcode, requireGateway, showQrcode } from './make-qrcode.ts';
import { cancelQrcode, findWaiting } from './qrcodes.queries.ts';

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
