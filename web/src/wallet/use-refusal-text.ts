import { useI18n } from '../i18n/i18n.tsx';
import { ApiError } from '../platform/api-error.ts';
import { listText } from '../platform/list-text.ts';
import { useKnownWallet } from './wallet.queries.ts';

const NO_GAMES: [] = [];

/** Why money did not move or was not given, with the names of the games that it is about. */
export function useRefusalText(): (error: unknown) => string {
  const { t, errorText } = useI18n();
  const slots = useKnownWallet()?.slots ?? NO_GAMES;
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== 'OPEN_BETS' || error.games.length === 0) return errorText(error);
    const names = error.games.map((game) => slots.find(({ code }) => code === game)?.name ?? game.toUpperCase());
    return t('bonus.openBets', { games: listText(names, t('bonus.openBets.and')) });
  };
}
