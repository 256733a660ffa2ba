import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import Undo2 from 'lucide-react/icons/undo-2';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { MovementFailure } from './movement-failure.tsx';
import { useTransfer } from './transfers.queries.ts';
import type { GameAccount } from './wallet.queries.ts';

type BringHomeProps = { game: GameAccount; className?: string; children: ReactNode };

/** Brings all money of one game to the main wallet. */
export function BringHome({ game, className, children }: BringHomeProps) {
  const transfer = useTransfer();
  const send = () => transfer.mutate({ from: game.code, to: MAIN_WALLET, amount: game.amount });
  const leave = () => {
    transfer.reset();
    transfer.abandon();
  };
  return (
    <>
      <Button size="s" pending={transfer.isPending} onClick={send} {...(className && { className })}>
        {!transfer.isPending && <Undo2 aria-hidden="true" className="size-4 shrink-0" />}
        {children}
      </Button>
      <MovementFailure error={transfer.error} wish="transfer" onClose={leave} onRetry={send} />
    </>
  );
}
