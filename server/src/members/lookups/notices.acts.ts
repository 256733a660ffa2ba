import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import { now } from '../../platform/clock.ts';
import { CannotDo, change, fields, list, MOST_LISTED, text } from '../../staff/act.ts';
import { readMoment } from '../../staff/moment.ts';
import { leadsOutside } from '../../staff/outside-links.ts';
import { requireTexts, textParts } from '../../staff/texts.ts';
import { allNotices, endNotice, insertNotice, lockNotice } from './notices.queries.ts';

const SAY_FROM = 'Say from when it is shown, such as 2026-12-01T00:00+07:00.';
const SAY_TO = 'Say to when it is shown, such as 2026-12-02T00:00+07:00.';

/** Notices on the home screen, in three languages and at their times. */
export function noticeActs({ linkHosts }: Pick<Config, 'linkHosts'>) {
  return {
    listNotices: list({
      name: 'notices list',
      summary: 'the notices with their times, newest first, those that are over too',
      permission: 'texts',
      run: (tx) => allNotices(tx, MOST_LISTED),
    }),
    addNotice: change({
      name: 'notices add',
      summary: 'a notice on the home screen, from now on or for its own time',
      permission: 'texts',
      needsSecond: (_tx, { html }) => leadsOutside(Object.values(html), linkHosts),
      schema: fields({
        html: textParts('Give html.th, html.la and html.en.', 20_000),
        from: Type.Optional(text(SAY_FROM)),
        to: Type.Optional(text(SAY_TO)),
      }),
      run: async (tx, operator, { html, from, to }) => {
        const present = await now(tx);
        const shows_from = from === undefined ? present : readMoment(from, SAY_FROM);
        const shows_to = to === undefined ? null : readMoment(to, SAY_TO);
        if (shows_to && (shows_to <= shows_from || shows_to <= present))
          throw new CannotDo('Nobody would see it: it ends before it begins, or has ended already.');
        const notice = { html: requireTexts('The notice', html, 'html'), shows_from, shows_to, made_by: operator.name };
        const after = await insertNotice(tx, notice);
        return { data: after, before: null, after };
      },
    }),
    endNotice: change({
      name: 'notices end',
      summary: 'shows a notice no more',
      permission: 'texts',
      needsSecond: false,
      schema: fields({
        notice: Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Say which notice, by its number: `notices list` lists them.',
        }),
      }),
      run: async (tx, operator, { notice }) => {
        const before = await lockNotice(tx, BigInt(notice));
        if (!before) throw new CannotDo(`There is no notice ${notice}: \`notices list\` lists them.`);
        if (before.ended_at) throw new CannotDo(`Notice ${notice} was ended already.`);
        const after = await endNotice(tx, before.id, operator.name);
        return { data: after, before, after };
      },
    }),
  };
}
