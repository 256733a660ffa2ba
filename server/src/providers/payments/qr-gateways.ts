import { QR_PROVIDERS, type QrProvider } from '@krapao/contract/deposits/limits.ts';
import type { Config } from '../../config.ts';
import { bankGateway } from './bank-gateway.ts';
import type { QrGateway } from './qr-gateway.ts';
import { signedGateway } from './signed-gateway.ts';

export type QrGateways = ReadonlyMap<QrProvider, QrGateway>;

/** The gateways that have an address. */
export function openQrGateways(config: Config): QrGateways {
  const gateways = QR_PROVIDERS.flatMap((provider) => {
    const { url, key } = config.payments[provider];
    if (!url) return [];
    const connection = { provider, url, key, timeoutMs: config.providerTimeoutMs };
    if (provider === 'KBANK') return [bankGateway({ ...connection, currency: 'BAHT' })];
    if (provider === 'BCEL') return [bankGateway({ ...connection, currency: 'LAK' })];
    return [signedGateway(connection)];
  });
  return new Map(gateways.map((gateway) => [gateway.provider, gateway]));
}
