import { Type } from 'typebox';
import { Banner, type CallSchema, Done, InLanguage, Money, Page, Time } from '../schemas.ts';
import { campaignRefusals } from './refusals.ts';

/** `amount`: what this friend has earned the member so far, collected or not. */
const Invite = Type.Object({
  from: Type.Object({ name: Type.String() }),
  amount: Money,
  createdAt: Time,
  waits: Type.Optional(
    Type.Boolean({
      description: 'The friend earns nothing until operators have looked: too many came within seven days',
    }),
  ),
});

export const inviteCalls = {
  'POST /api/invite': {
    summary: 'Friends who registered by this member’s link',
    body: Page,
    reply: Type.Object({ total: Type.Integer(), invites: Type.Array(Invite) }),
  },
  'GET /api/invite/bonus': {
    summary: 'Grants the invite bonus that has gathered and starts its condition',
    effect: true,
    refuses: {
      ...campaignRefusals,
      INVITE_INACTIVE: 'The invite programme is not given now',
      NO_INVITE_BONUS: 'Friends have earned nothing yet',
      NO_INVITEE_PLAY_INFO: 'No friend has played yet',
      INVITE_COLLECT: 'All that friends have earned was received',
      INVITE_BONUS_FAIL: 'A game with money in it cannot be read, or money is on its way',
    },
    reply: Done,
  },
  'GET /api/invite/banners': {
    summary: 'Banners of the invite programme',
    query: InLanguage,
    reply: Type.Array(Banner),
  },
} satisfies Record<string, CallSchema>;
