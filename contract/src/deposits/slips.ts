import { type CallSchema, Done } from '../schemas.ts';
import { SLIP_MAX_MB } from './limits.ts';

export const slipCalls = {
  'POST /api/wallet/slip': {
    summary: 'Uploads a transfer slip',
    upload: { maxMb: SLIP_MAX_MB },
    effect: true,
    refuses: {
      SLIP_UPLOAD_FAIL: 'Slips are not taken now',
      SLIP_NO_FILE: 'No file was sent',
      SLIP_INVALID_FILE: 'The file is no picture that can be read',
    },
    reply: Done,
  },
} satisfies Record<string, CallSchema>;
