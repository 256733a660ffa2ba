import type { ReactNode } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/loader.tsx';
import type { Wheel } from './spin-wheel.queries.ts';
import type { useSpin } from './use-spin.ts';
import { useWheelSize } from './use-wheel-size.ts';
import { WheelDisc } from './wheel-disc.tsx';
import { HUB_SHARE } from './wheel-drawing.ts';

type WheelStageProps = { wheel: Wheel; coins: number; spin: ReturnType<typeof useSpin> };

/** The wheel with its needle, the button in its middle, and a line with its state in words. */
export function WheelStage({ wheel, coins, spin }: WheelStageProps) {
  const { t } = useI18n();
  const size = useWheelSize();
  const canSpin = spin.isCalm && coins > 0;
  return (
    // After the window became smaller the wheel is too large, until it is drawn again.
    <div className="grid justify-items-center max-lg:-mx-4 max-lg:overflow-x-clip">
      <div className="relative m-3 mt-5 grid shrink-0 place-items-center" style={{ width: size.px, height: size.px }}>
        <Glow isBright={!spin.isCalm} isBreathing={spin.phase === 'waiting'} />
        <WheelDisc name={wheel.name} slices={wheel.slices} plan={spin.plan} size={size} />
        <span className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_8px_var(--color-ink-1),0_0_0_10px_var(--color-gold),inset_0_0_0_1px_rgb(10_13_19/0.5)]" />
        <Needle />
        <Hub
          px={size.px * HUB_SHARE}
          isOff={!canSpin}
          isDull={spin.isCalm && coins <= 0}
          onClick={() => canSpin && spin.start(wheel)}
        >
          {spin.phase === 'waiting' ? (
            <Spinner className="size-6" />
          ) : (
            <>
              {t('wheel.spin')}{' '}
              <span className="figures text-title leading-[1.1]!">{coins.toLocaleString('en-US')}</span>
            </>
          )}
          <span className="sr-only">{coins === 1 ? t('wheel.coin') : t('wheel.coins')}</span>
        </Hub>
      </div>
      <StageLine spin={spin} coins={coins} />
    </div>
  );
}

function StageLine({ spin: { phase, stoppedAt }, coins }: Omit<WheelStageProps, 'wheel'>) {
  const { t } = useI18n();
  const words = {
    idle: coins > 0 ? t('wheel.cost') : t('wheel.noCoins'),
    waiting: t('wheel.waiting'),
    turning: t('wheel.turning'),
    stopped: t('wheel.landed', { label: stoppedAt?.label ?? '' }),
  };
  return (
    <p
      role="status"
      className={classNames(
        'mt-5 min-h-7 text-center text-balance transition-colors',
        phase === 'stopped' ? 'text-lead font-bold text-copper' : 'text-muted',
      )}
    >
      {words[phase]}
    </p>
  );
}

/** The glow is brighter during a spin. Only its opacity changes, which costs next to nothing. */
function Glow({ isBright, isBreathing }: { isBright: boolean; isBreathing: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'pointer-events-none absolute inset-0 rounded-full shadow-[0_16px_60px_rgb(244_192_79/0.5)] transition-opacity duration-700',
        isBright ? 'opacity-100' : 'opacity-50',
        isBreathing && 'animate-shimmer',
      )}
    />
  );
}

function Needle() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 28 36"
      className="pointer-events-none absolute -top-5 left-1/2 h-9 w-7 -translate-x-1/2 drop-shadow-[0_3px_5px_rgb(0_0_0/0.55)]"
    >
      <path d="M14 35 2.6 9.6C.6 5 3.9 1 8.4 1h11.2c4.5 0 7.8 4 5.8 8.6z" className="fill-paper" />
      <circle cx="14" cy="9.5" r="3.6" className="fill-gold" />
    </svg>
  );
}

type HubProps = { px: number; isOff: boolean; isDull: boolean; onClick: () => void; children: ReactNode };

/** Keeps the focus while the wheel turns, where a disabled button would drop it. */
function Hub({ px, isOff, isDull, onClick, children }: HubProps) {
  return (
    <button
      type="button"
      aria-disabled={isOff || undefined}
      onClick={onClick}
      style={{ width: px, height: px }}
      className={classNames(
        'absolute grid place-items-center content-center rounded-full bg-radial-[circle_at_40%_30%] from-[#fff0c2] to-gold text-base leading-[1.35]! font-extrabold text-gold-ink',
        'shadow-[0_0_0_6px_var(--color-ink-0),0_6px_18px_10px_rgb(0_0_0/0.28)] transition-[scale,filter] duration-150 focus-visible:outline-4 focus-visible:outline-offset-2',
        isOff ? 'cursor-not-allowed' : 'hover:brightness-105 active:scale-96',
        isDull && 'saturate-50 brightness-80',
      )}
    >
      {children}
    </button>
  );
}
