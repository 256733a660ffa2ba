import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import type { Translate } from '../../../i18n/dictionary.ts';
import type { StatementEntry } from './statement.queries.ts';

const LINKS = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const;
type Link = (typeof LINKS)[number];

/** Where rewards come from and go back to, as the server calls it. */
const REWARDS = 'bonus';

type Named = { code: string; name: string };
export type Activity = { text: string; detail: string | null };

/** How a condition came to its end. One that was not met is over like any other: nothing went wrong. */
export function bonusEndOf({ status, to, amount }: Pick<StatementEntry, 'status' | 'to' | 'amount'>) {
  // Cancelled, it goes back to where rewards come from, if only in name.
  if (to === REWARDS || amount < 0) return 'cancelled';
  return status === 'SUCCESS' ? 'met' : 'ended';
}

/** What the entry belongs to, where it belongs to something. */
export function linkOf(entry: StatementEntry): Link | null {
  return LINKS.find((link) => entry[link]) ?? null;
}

/** Says in words what happened, and how the thing it belongs to is called. */
export function activityOf(entry: StatementEntry, t: Translate, games: readonly Named[]): Activity {
  const link = linkOf(entry);
  const detail = (link && entry[link]?.description) || null;
  return { text: textOf(entry, link, t, games), detail };
}

function textOf(entry: StatementEntry, link: Link | null, t: Translate, games: readonly Named[]): string {
  const from = placeName(entry.from, t, games);
  const to = placeName(entry.to, t, games);
  switch (entry.statementType) {
    case 'deposit':
      return entry.from === 'MANUAL' ? from : t('statement.deposit', { from });
    case 'withdraw':
      return t('statement.withdraw', { to });
    case 'transfer':
      return t('statement.transfer', { from, to });
    case 'bonus':
      return t(`statement.link.${link ?? 'bonus'}`);
    case 'finish_bonus':
      return link
        ? t(`statement.finish.${bonusEndOf(entry)}`, { what: t(`statement.link.${link}`) })
        : t('statement.finish');
  }
}

/** A game is called by its name; a bank's code, and a game's that is not known yet, stand for themselves. */
function placeName(place: string, t: Translate, games: readonly Named[]): string {
  if (place === MAIN_WALLET) return t('home.mainWallet');
  if (place === 'all') return t('statement.everything');
  if (place === 'TRUEMONEY') return t('statement.trueWallet');
  if (place === 'MANUAL') return t('statement.manual');
  return games.find(({ code }) => code === place)?.name ?? place.toUpperCase();
}
