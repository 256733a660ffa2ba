import { useEffect, useEffectEvent } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Loading, Skeleton } from '../../../ui/loader.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import type { GameAccount } from '../../../wallet/wallet.queries.ts';
import { CredentialsList } from './credentials-list.tsx';
import { isAlreadyOpen, useActivate, useCredentials } from './games.queries.ts';

/** The username and password of a game account; a missing account is opened first. */
export function GameAccess({ game }: { game: GameAccount }) {
  const { t, errorText } = useI18n();
  const activate = useActivation(game);
  const isOpen = game.isActive || isAlreadyOpen(activate.error);
  const { data, error, refetch, isFetching } = useCredentials(game.code, isOpen);

  if (data) return <CredentialsList game={game} credentials={data} />;
  if (!isOpen && activate.error) {
    return <RetryPanel text={errorText(activate.error)} onRetry={activate.open} />;
  }
  if (error) return <RetryPanel text={errorText(error)} onRetry={() => void refetch()} pending={isFetching} />;
  return (
    <Loading {...(!isOpen && { label: t('game.activating') })} className="grid gap-2">
      {!isOpen && <p className="text-center text-small text-muted">{t('game.activating')}</p>}
      <Skeleton className="h-15 rounded-md" />
      <Skeleton className="h-15 rounded-md" />
    </Loading>
  );
}

/** The member asked for the account by the card that says "open account"; a failed opening is tried again by hand. */
function useActivation({ code, isActive }: GameAccount) {
  const activate = useActivate();
  const open = () => activate.mutate({ slotCode: code });
  const openFirst = useEffectEvent(open);
  useEffect(() => {
    if (isActive) return;
    // Not in the effect itself: while developing, React mounts twice and would lose the first call's answer.
    const timer = setTimeout(() => openFirst());
    return () => clearTimeout(timer);
  }, [isActive]);
  return { error: activate.error, open };
}
