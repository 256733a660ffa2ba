import { Type } from 'typebox';
import type { Refusals } from '../errors.ts';
import { Amount, body, type CallSchema, Money, Text, Time, Uuid } from '../schemas.ts';
import { depositTries } from './refusals.ts';

const Provider = Type.Object({ provider: Text(40) });

const Qrcode = Type.Object({
  hasQrcode: Type.Literal(true),
  qrcodeId: Uuid,
  qrcode: Type.String({ description: 'SVG markup' }),
  amount: Money,
  expireIn: Time,
});

const NoQrcode = Type.Object({ hasQrcode: Type.Literal(false) });

const noGateway = { NO_BANK: 'The member cannot pay by this provider' } satisfies Refusals;

export const qrcodeCalls = {
  'GET /api/qrcode/{provider}': {
    summary: 'The QR code that waits for payment, if there is one',
    params: Provider,
    refuses: noGateway,
    reply: Type.Union([Qrcode, NoQrcode]),
  },
  'POST /api/qrcode/{provider}': {
    summary: 'Makes a QR code to deposit with; refuses with `hasQrcode: false`',
    params: Provider,
    body: body({ amount: Amount }),
    effect: true,
    refusesInReply: {
      QR_MINIMUM: 'The amount is below the provider’s `minimum` of `GET /api/lookup/deposit`',
      QR_FAIL: 'The provider made no QR code',
    },
    refuses: {
      ...noGateway,
      ...depositTries,
    },
    reply: Type.Union([
      Qrcode,
      Type.Object({ ...NoQrcode.properties, message: Type.String({ description: 'The code of the refusal' }) }),
    ]),
  },
  'DELETE /api/qrcode/{qrcodeId}': {
    summary: 'Cancels a QR code; money that is paid on it all the same is still credited',
    params: Type.Object({ qrcodeId: Uuid }),
    effect: true,
    refuses: {
      NO_DATA: 'The member has no such QR code',
    },
    reply: NoQrcode,
  },
} satisfies Record<string, CallSchema>;
