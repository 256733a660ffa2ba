import { Type } from 'typebox';
import { Banner, type CallSchema, Done, InLanguage, Money, Page, Time } from '../schemas.ts';

/** `amount`: what this friend has earned the member so far, collected or not. */
const Invite = Type.Object({ from: Type.Object({ name: Type.String() }), amount: Money, createdAt: Time });

export const inviteCalls = {
  'POST /api/invite': {
    summary: 'Friends who registered by this member’s link',
    body: Page,
    reply: Type.Object({ total: Type.Integer(), invites: Type.Array(Invite) }),
  },
  'GET /api/invite/bonus': {
    summary: 'Grants the invite bonus that has gathered and starts its condition',
    effect: true,
    reply: Done,
  },
  'GET /api/invite/banners': {
    summary: 'Banners of the invite programme',
    query: InLanguage,
    reply: Type.Array(Banner),
  },
} satisfies Record<string, CallSchema>;
