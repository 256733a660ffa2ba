import { useI18n } from '../i18n/i18n.tsx';
import { serverNow } from '../platform/server-clock.ts';
import { backByClock } from './back-by-clock.ts';

/** What is true of money on its way: when it is back at the latest, or that nobody knows yet. Null: nothing to say. */
export function useBackByText(): (backBy: string | null | undefined) => string | null {
  const { t } = useI18n();
  return (backBy) => {
    if (backBy === undefined) return null;
    const isPromised = backBy !== null && Date.parse(backBy) > serverNow();
    return isPromised ? t('transfer.backBy', { time: backByClock(backBy) }) : t('transfer.asking');
  };
}
