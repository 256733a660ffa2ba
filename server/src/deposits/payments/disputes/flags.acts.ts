import { CannotDo, change, fields, list, MOST_LISTED, memberId, type TakeMember, text } from '../../../staff/act.ts';
import { clearFlag, lockFlag, raiseOwnFlag, standingFlags } from './member-flags.queries.ts';

/** Members whose withdrawals are to be looked at, and why. */
export const flagActs = ({ takeMember }: { takeMember: TakeMember }) => ({
  listFlags: list({
    name: 'flags list',
    summary: 'members whose withdrawals are to be looked at, oldest first, and why',
    permission: 'payments.see',
    run: (tx) => standingFlags(tx, MOST_LISTED),
  }),
  raiseFlag: change({
    name: 'flags raise',
    summary: 'has a member’s withdrawals looked at; two operators approve each, and two take the flag away',
    permission: 'members.block',
    needsSecond: false,
    schema: fields({ member: memberId, reason: text('Say what operators are to look for, in a few words.') }),
    run: async (tx, operator, { member, reason }) => {
      const words = reason.trim();
      if (!words) throw new CannotDo('Say what operators are to look for, in a few words.');
      const { id } = await takeMember(tx, member);
      const after = await raiseOwnFlag(tx, { memberId: id, reason: words, by: operator.name });
      if (!after) throw new CannotDo(`You have raised this flag already: \`flags list\` lists it.`);
      return { data: after, before: null, after };
    },
  }),
  clearFlag: change({
    name: 'flags clear',
    summary: 'takes a flag from a member, once it was looked into',
    permission: 'payments.doubts',
    needsSecond: true,
    schema: fields({ flag: text('Say which flag, by its number: `flags list` lists them.') }),
    run: async (tx, _operator, { flag }) => {
      const before = await lockFlag(tx, flag);
      if (!before) throw new CannotDo(`No flag ${flag} stands: \`flags list\` lists them.`);
      const after = await clearFlag(tx, before.id);
      return { data: after, before, after };
    },
  }),
});
