const WHEEL_FRICTION = 0.991;
const WHEEL_EXTRA_TURNS = [3, 4] as const;
const WHEEL_SPIN_SECONDS = [4, 5] as const;

/** Angles are in turns, clockwise, and 0 has the beginning of the first slice under the needle. */
export type SpinPlan = { from: number; to: number; seconds: number };

const FRAMES_PER_SECOND = 60;
/** The share of its speed that the wheel loses to the air, per second: 0.991 of it is left after each 60 Hz frame. */
const DRAG = -FRAMES_PER_SECOND * Math.log(WHEEL_FRICTION);
/** The wheel never stops so close to an edge that the slice could be doubted. */
const INSIDE = { from: 0.15, to: 0.85 };
const KEYFRAMES_PER_SECOND = 30;

type Wanted = { from: number; slice: number; slices: number };

/** How to reach a slice from where the wheel stands. `random` decides the turns and the place inside the slice. */
export function planSpin({ from, slice, slices }: Wanted, random: () => number = Math.random): SpinPlan {
  const [fewest, most] = WHEEL_EXTRA_TURNS;
  const extraTurns = fewest + Math.floor(random() * (most - fewest + 1));
  const place = (slice + between(INSIDE.from, INSIDE.to, random())) / slices;
  const to = from + extraTurns + fractionOf(-place - from);
  const [shortest, longest] = WHEEL_SPIN_SECONDS;
  const seconds = between(shortest, longest, (to - from - fewest) / (most + 1 - fewest));
  return { from, to, seconds };
}

/**
 * Where the wheel stands so long after its start. Besides the drag of the air there is the rub of the bearing, which
 * is the same at any speed and just strong enough to bring the wheel to rest in time: v′ = −drag·v − rub, solved.
 */
export function angleAt({ from, to, seconds }: SpinPlan, elapsed: number): number {
  if (elapsed <= 0) return from;
  if (elapsed >= seconds) return to;
  const way = (time: number) => -Math.expm1(-DRAG * time) / DRAG - time * Math.exp(-DRAG * seconds);
  return from + (to - from) * (way(elapsed) / way(seconds));
}

/** The slice under the needle. */
export function sliceAt(angle: number, slices: number): number {
  return Math.floor(fractionOf(-angle) * slices) % slices;
}

/** The same way as steps for the browser, which then turns the wheel without a script at work. */
export function keyframesOf(plan: SpinPlan): { offset: number; transform: string }[] {
  const steps = Math.ceil(plan.seconds * KEYFRAMES_PER_SECOND);
  return Array.from({ length: steps + 1 }, (_, step) => ({
    offset: step / steps,
    transform: rotationOf(angleAt(plan, (step / steps) * plan.seconds)),
  }));
}

export function rotationOf(angle: number): string {
  return `rotate(${angle.toFixed(6)}turn)`;
}

function between(low: number, high: number, share: number): number {
  return low + (high - low) * share;
}

function fractionOf(turns: number): number {
  return turns - Math.floor(turns);
}
