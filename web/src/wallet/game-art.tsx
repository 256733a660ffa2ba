import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import type { GameAccount } from './wallet.queries.ts';

type GameArtProps = {
  game: Pick<GameAccount, 'background' | 'logo'>;
  className?: string;
  dimmed?: boolean;
  /** Lies over the picture, at its lower edge: the logo makes room for it. */
  children?: ReactNode;
};

/** The picture of a game; its name is always written beside it. */
export function GameArt({ game, className, dimmed = false, children }: GameArtProps) {
  return (
    <span className={classNames('relative block overflow-hidden bg-ink-2', className)}>
      <Layer
        src={game.background}
        size={[300, 211]}
        className={classNames(
          'absolute inset-0 size-full object-cover transition-[scale,filter] duration-300 ease-out group-hover:scale-105',
          dimmed && 'brightness-75 saturate-75',
        )}
      />
      <Layer
        src={game.logo}
        size={[160, 112]}
        className={classNames(
          'absolute inset-x-[14%] w-[72%] object-contain',
          children ? 'top-[5%] h-[58%]' : 'inset-y-[14%] h-[72%]',
        )}
      />
      {children}
    </span>
  );
}

type LayerProps = { src: string; size: readonly [width: number, height: number]; className: string };

function Layer({ src, size: [width, height], className }: LayerProps) {
  return <img src={src} alt="" width={width} height={height} loading="lazy" className={className} />;
}
