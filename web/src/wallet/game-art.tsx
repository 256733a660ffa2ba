import { classNames } from '../ui/class-names.ts';
import type { GameAccount } from './wallet.queries.ts';

type GameArtProps = { game: Pick<GameAccount, 'background' | 'logo'>; className?: string; dimmed?: boolean };

/** The picture of a game; its name is always written beside it. */
export function GameArt({ game, className, dimmed = false }: GameArtProps) {
  return (
    <span className={classNames('relative block overflow-hidden bg-ink-2', className)}>
      <img
        src={game.background}
        alt=""
        width={300}
        height={211}
        loading="lazy"
        className={classNames(
          'absolute inset-0 size-full object-cover transition-[scale,filter] duration-300 ease-out group-hover:scale-105',
          dimmed && 'brightness-75 saturate-75',
        )}
      />
      <img
        src={game.logo}
        alt=""
        width={160}
        height={112}
        loading="lazy"
        className="absolute inset-[14%] size-[72%] object-contain"
      />
    </span>
  );
}
