import { MAIN_WALLET, SERVICE } from '@krapao/contract/money/limits.ts';
import type { Translate } from '../i18n/dictionary.ts';
import type { DayResult, StatementEntry } from './movements.queries.ts';

const LINKS = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const;
type Link = (typeof LINKS)[number];

/** The server's name for the source of rewards. */
const REWARDS = 'bonus';

type Named = { code: string; name: string };
export type Activity = { text: string; detail: string | null };

/** How a condition ended. A condition that was not met has ended like any other: nothing went wrong. */
export function bonusEndOf({ status, to, amount }: Pick<StatementEntry, 'status' | 'to' | 'amount'>) {
  // A cancelled condition is booked to the source of rewards, even with an amount of 0.
  if (to === REWARDS || amount < 0) return 'cancelled';
  return status === 'SUCCESS' ? 'met' : 'ended';
}

/** The kind of reward that the entry belongs to, if any. */
export function linkOf(entry: StatementEntry): Link | null {
  return LINKS.find((link) => entry[link]) ?? null;
}

/** The entry in words, and the description of its reward. */
export function activityOf(entry: StatementEntry, t: Translate, games: readonly Named[]): Activity {
  const link = linkOf(entry);
  const detail = (link && entry[link]?.description) || null;
  return { text: textOf(entry, link, t, games), detail };
}

export function resultText({ game }: DayResult, t: Translate, games: readonly Named[]): string {
  return t('statement.result', { game: placeName(game, t, games) });
}

function textOf(entry: StatementEntry, link: Link | null, t: Translate, games: readonly Named[]): string {
  const from = placeName(entry.from, t, games);
  const to = placeName(entry.to, t, games);
  switch (entry.statementType) {
    case 'deposit':
      return entry.from === 'MANUAL' || entry.from === SERVICE ? from : t('statement.deposit', { from });
    case 'withdraw':
      return entry.to === SERVICE ? to : t('statement.withdraw', { to });
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

/** The name of a game; a bank, or a game that is not known yet, is shown by its code. */
export function placeName(place: string, t: Translate, games: readonly Named[]): string {
  if (place === MAIN_WALLET) return t('home.mainWallet');
  if (place === 'all') return t('statement.everything');
  if (place === 'TRUEMONEY') return t('statement.trueWallet');
  if (place === 'MANUAL') return t('statement.manual');
  if (place === SERVICE) return t('statement.service');
  return games.find(({ code }) => code === place)?.name ?? place.toUpperCase();
}
