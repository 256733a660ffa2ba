import { Type } from 'typebox';
import type { Refusals } from '../errors.ts';
import { type CallSchema, Text } from '../schemas.ts';
import { gameRefusals } from './games.ts';

const Username = Type.Object({ username: Text(100) });
const Credentials = Type.Object({ username: Text(100), password: Text(200) });

const enteringRefusals: Refusals = {
  ...gameRefusals,
  SLOT_ACTIVATE_FAIL: 'The game did not answer with a link',
};

function link<P extends typeof Username | typeof Credentials>(game: string, params: P) {
  return {
    summary: `A link that opens ${game} signed in`,
    params,
    refuses: enteringRefusals,
    reply: Type.Object({ link: Type.String() }),
  };
}

export const autoLoginCalls = {
  'GET /api/autoLogin/pg/{username}': link('PG', Username),
  'GET /api/autoLogin/betflix/{username}': link('Betflix', Username),
  'GET /api/autoLogin/askmebet/{username}/{password}': link('AskMeBet', Credentials),
  'GET /api/autoLogin/imi/{username}/{password}': link('IMI', Credentials),
  'GET /api/autoLogin/usun/{username}/{password}': link('USUN', Credentials),
  'GET /api/autoLogin/areaslot/{username}': {
    ...link('AreaSlot', Username),
    refuses: { ...enteringRefusals, NOT_AREASLOT: 'The username is the member’s at another game' },
  },
  'GET /api/autoLogin/circus/{username}/{password}': link('Circus', Credentials),
  'GET /api/autoLogin/slotracha/{username}/{password}': link('SlotRacha', Credentials),
  'GET /api/autoLogin/pgslot/{username}/{password}': link('PGSlot', Credentials),
  'GET /api/autoLogin/joker2/{username}': link('Joker2', Username),
  'GET /api/autoLogin/huayhd/{username}': link('HuayHD', Username),
} satisfies Record<string, CallSchema>;
