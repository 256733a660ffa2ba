import { clearingCodeOf } from '@krapao/contract/banks.ts';
import { slipPayload } from '@krapao/contract/deposits/emv.ts';
import type { FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { Type } from 'typebox';
import { Refusal, type Sandbox } from '../sandbox.ts';
import { BankCode } from './people.ts';
import { drawSlip } from './slip-drawing.ts';
import { findTransfer, type Transfer } from './transfers.ts';

const OfSlip = Type.Object({ bank: BankCode, ref: Type.String({ pattern: '^[0-9A-Za-z]{1,25}$' }) });

/** The picture that a bank's app gives to the payer. It is drawn on request. */
export function registerSlips({ http, books }: Sandbox): void {
  http.get('/bank/slips/:bank/:ref.png', { schema: { params: OfSlip } }, async ({ params: { bank, ref } }, reply) => {
    const found = await findTransfer(books, bank, ref);
    if (!found) throw new Refusal(404, `${bank} has no transfer ${ref}.`);
    const svg = drawSlip(found, slipPayload({ bank: clearingCodeOf(bank), reference: ref }));
    return reply.type('image/png').send(await sharp(Buffer.from(svg)).png().toBuffer());
  });
}

/** Uses the caller's host, so the address works behind any port. */
export function slipAddress(request: FastifyRequest, { sending_bank, reference }: Transfer): string {
  return `${request.protocol}://${request.host}/bank/slips/${sending_bank}/${reference}.png`;
}
