import { CannotDo, change, fields, list, MOST_LISTED, text } from '../../../staff/act.ts';
import { clearFlag, lockFlag, standingFlags } from './member-flags.queries.ts';

/** Members whose withdrawals are to be looked at, and why. */
export const flagActs = {
  listFlags: list({
    name: 'flags list',
    summary: 'members whose withdrawals are to be looked at, oldest first, and why',
    permission: 'payments.see',
    run: (tx) => standingFlags(tx, MOST_LISTED),
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
};
