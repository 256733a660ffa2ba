import fc from 'fast-check';
import { expect, test } from 'vitest';
import { angleAt, keyframesOf, planSpin, type SpinPlan, sliceAt } from './wheel-physics.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const spins = fc
  .record({
    slices: fc.integer({ min: 2, max: 24 }),
    pick: share,
    from: fc.double({ min: 0, max: 1_000, noNaN: true }),
    luck: fc.infiniteStream(share),
  })
  .map(({ slices, pick, from, luck }) => {
    const slice = Math.floor(pick * slices);
    return { slice, slices, plan: planSpin({ from, slice, slices }, () => luck.next().value ?? 0) };
  });

/** What a screen of so many pictures a second shows: every angle up to the first picture after the end. */
function shown(plan: SpinPlan, hertz: number): number[] {
  const angles: number[] = [];
  for (let frame = 0; angles.at(-1) !== plan.to; frame++) angles.push(angleAt(plan, frame / hertz));
  return angles;
}

const speedAt = (plan: SpinPlan, time: number) =>
  (angleAt(plan, time + 1 / 2_000) - angleAt(plan, time - 1 / 2_000)) * 1_000;

test('the wheel lands in the slice that was drawn, 15 to 85 percent inside of it', () => {
  fc.assert(
    fc.property(spins, ({ plan, slice, slices }) => {
      expect(sliceAt(plan.to, slices)).toBe(slice);
      const inside = (-plan.to * slices) % 1;
      const place = inside < 0 ? inside + 1 : inside;
      expect(place).toBeGreaterThan(0.15 - 1e-9);
      expect(place).toBeLessThan(0.85 + 1e-9);
    }),
  );
});

test('it makes three or four whole turns more than it needs, in four to five seconds, longer for more turns', () => {
  fc.assert(
    fc.property(spins, spins, ({ plan }, { plan: other }) => {
      const [turns, otherTurns] = [plan.to - plan.from, other.to - other.from];
      expect(turns).toBeGreaterThanOrEqual(3);
      expect(turns).toBeLessThan(5);
      expect(plan.seconds).toBeGreaterThanOrEqual(4);
      expect(plan.seconds).toBeLessThan(5);
      if (turns > otherTurns + 1e-9) expect(plan.seconds).toBeGreaterThan(other.seconds);
    }),
  );
});

test('screens of 30, 60 and 120 Hz show the same angle at the same time, and the very same one at the end', () => {
  fc.assert(
    fc.property(spins, ({ plan }) => {
      const [slow, usual, fast] = [shown(plan, 30), shown(plan, 60), shown(plan, 120)];
      for (const angles of [slow, usual, fast]) expect(angles.at(-1)).toBe(plan.to);
      slow.slice(0, -1).forEach((angle, frame) => {
        expect(usual[frame * 2]).toBeCloseTo(angle, 9);
        expect(fast[frame * 4]).toBeCloseTo(angle, 9);
      });
    }),
    { numRuns: 30 },
  );
});

test('pictures that come late or not at all change nothing of the end', () => {
  fc.assert(
    fc.property(
      spins,
      fc.array(fc.double({ min: 0.001, max: 2, noNaN: true }), { maxLength: 20 }),
      ({ plan }, gaps) => {
        let time = 0;
        for (const gap of gaps) {
          time += gap;
          expect(angleAt(plan, time)).toBeLessThanOrEqual(plan.to);
        }
        expect(angleAt(plan, plan.seconds + time)).toBe(plan.to);
      },
    ),
  );
});

test('it only turns forward, ever more slowly, and is at rest when its time is over', () => {
  fc.assert(
    fc.property(spins, ({ plan }) => {
      const times = Array.from({ length: 40 }, (_, step) => 0.01 + ((plan.seconds - 0.02) * step) / 39);
      const speeds = times.map((time) => speedAt(plan, time));
      speeds.forEach((speed, step) => {
        expect(speed).toBeGreaterThan(0);
        if (step > 0) expect(speed).toBeLessThan(speeds[step - 1] ?? 0);
      });
      expect(speeds.at(-1)).toBeLessThan((speeds[0] ?? 0) / 100);
    }),
    { numRuns: 30 },
  );
});

test('what it loses from one 60 Hz picture to the next is 0.991 of its speed and the same little rub each time', () => {
  const plan = planSpin({ from: 0, slice: 3, slices: 8 }, () => 0.5);
  const rubs = [0.5, 1.5, 2.5, 3.5].map((time) => 0.991 * speedAt(plan, time) - speedAt(plan, time + 1 / 60));
  for (const rub of rubs) {
    expect(rub).toBeGreaterThan(0);
    expect(rub).toBeCloseTo(rubs[0] ?? 0, 6);
  }
});

test('the steps given to the browser begin and end where the wheel does, and stay on its way', () => {
  const plan = planSpin({ from: 2.25, slice: 5, slices: 8 }, () => 0.25);
  const steps = keyframesOf(plan);
  expect(steps.at(0)).toEqual({ offset: 0, transform: 'rotate(2.250000turn)' });
  expect(steps.at(-1)).toEqual({ offset: 1, transform: `rotate(${plan.to.toFixed(6)}turn)` });
  const angles = steps.map(({ transform }) => Number.parseFloat(transform.slice('rotate('.length)));
  steps.slice(1).forEach(({ offset }, step) => {
    const middle = ((offset + (steps[step]?.offset ?? 0)) / 2) * plan.seconds;
    const between = ((angles[step] ?? 0) + (angles[step + 1] ?? 0)) / 2;
    // A fifth of a degree is less than a pixel at the rim.
    expect(Math.abs(angleAt(plan, middle) - between)).toBeLessThan(0.2 / 360);
  });
});
