import { type CallSchema, Done } from '../schemas.ts';
import { SLIP_MAX_MB } from './limits.ts';

export const slipCalls = {
  'POST /api/wallet/slip': {
    summary: 'Uploads a transfer slip',
    upload: { maxMb: SLIP_MAX_MB },
    effect: true,
    reply: Done,
  },
} satisfies Record<string, CallSchema>;
