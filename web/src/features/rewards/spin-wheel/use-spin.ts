import type { Proof } from '@krapao/contract/rewards/proof.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { isAnswer } from '../../../platform/idempotency.ts';
import { useOnce } from '../../../platform/use-once.ts';
import { walletChanged } from '../../../wallet/wallet.queries.ts';
import { pendingSpins } from './pending-spins.ts';
import { noteSpin, type SpinResult, sendSpin, type Wheel } from './spin-wheel.queries.ts';
import { planSpin, type SpinPlan } from './wheel-physics.ts';

const WHEEL_PRIZE_DELAY_MS = 2_000;

export type Prize = Pick<SpinResult, '_id' | 'code' | 'label'>;
/** The spin that the member asked for, with the wheel as shown then. It is the same wish until there is an answer. */
type Wish = { clientSeed: string; seen: Wheel };
type Motion = { name: 'turning' | 'stopped'; prize: Prize; seconds: number };
type Phase = { name: 'idle' } | Motion;

const IDLE = { name: 'idle' } as const;
const AT_REST: SpinPlan = { from: 0, to: 0, seconds: 0 };
/** A member who prefers reduced motion does not wait for the wheel. */
const STILL_PRIZE_DELAY_MS = 800;

/** Asks for a prize, turns the wheel to it, and shows it a moment after the wheel has stopped. */
export function useSpin() {
  const { locale } = useI18n();
  const wish = useRef<Wish | null>(null);
  const [phase, setPhase] = useState<Phase>(IDLE);
  const [plan, setPlan] = useState(AT_REST);
  const [prize, setPrize] = useState<Prize | null>(null);
  const [proofs, setProofs] = useState<Record<string, Proof>>({});

  const ask = useOnce({
    wishOf: ({ wish: asked }: { wish: Wish; wheel: Wheel }) => seedsOf(asked),
    send: ({ wish: asked }, key) => sendSpin(seedsOf(asked), locale, key),
    onSuccess: (result, asked) => {
      noteSpin(result);
      const proof = proofOf(result, asked.wish);
      setProofs((old) => ({ ...old, [proof._id]: proof }));
      const slices = asked.wheel.slices.map(({ code }) => code);
      const slice = slices.indexOf(result.code);
      // A wheel that has changed in the meantime cannot show the prize.
      const next = slice < 0 ? { ...plan, seconds: 0 } : planOf(plan.to, slice, slices.length);
      setPlan(next);
      setPhase({ name: 'turning', prize: result, seconds: next.seconds });
    },
    onSettled: (_, error) => {
      if (error && !isAnswer(error)) return;
      wish.current = null;
      // Refused: the wheel or the coins have changed since they were read.
      if (error) walletChanged();
    },
  });

  const show = (won: Prize) => {
    pendingSpins.remove(won._id);
    setPrize(won);
    walletChanged();
  };
  useWhenOver(phase, (over) => {
    if (over.name === 'turning') return setPhase({ ...over, name: 'stopped' });
    setPhase(IDLE);
    show(over.prize);
  });

  const isCalm = phase.name === 'idle' && !ask.isPending;
  const start = (wheel: Wheel) => {
    if (!isCalm) return;
    wish.current ??= { clientSeed: newSeed(), seen: wheel };
    ask.mutate({ wish: wish.current, wheel });
  };

  return {
    /** `waiting`: for the answer, before the wheel moves. */
    phase: ask.isPending ? 'waiting' : phase.name,
    stoppedAt: phase.name === 'stopped' ? phase.prize : null,
    isCalm,
    plan,
    prize,
    proofs,
    error: ask.error,
    start,
    show,
    closePrize: () => setPrize(null),
    closeError: ask.reset,
  } as const;
}

function seedsOf({ clientSeed, seen: { serverSeedHash } }: Wish) {
  return { clientSeed, serverSeedHash };
}

function useWhenOver(phase: Phase, onOver: (over: Motion) => void): void {
  const next = useEffectEvent(onOver);
  useEffect(() => {
    if (phase.name === 'idle') return;
    const timer = setTimeout(() => next(phase), delayOf(phase));
    return () => clearTimeout(timer);
  }, [phase]);
}

function delayOf({ name, seconds }: Motion): number {
  if (name === 'turning') return seconds * 1_000;
  return seconds > 0 ? WHEEL_PRIZE_DELAY_MS : STILL_PRIZE_DELAY_MS;
}

function planOf(from: number, slice: number, slices: number): SpinPlan {
  const plan = planSpin({ from, slice, slices });
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return isStill ? { ...plan, seconds: 0 } : plan;
}

/** Client seed, hashes and weights are those shown and sent before the answer, not the answer's copies. */
function proofOf({ _id, code, label, serverSeed }: SpinResult, { clientSeed, seen }: Wish): Proof {
  const { serverSeedHash, weightsHash, slices } = seen;
  const weights = slices.map((slice) => [slice.code, slice.weight] as const);
  return { _id, code, label, serverSeed, serverSeedHash, clientSeed, weights, weightsHash };
}

function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
