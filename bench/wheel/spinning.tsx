import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { WheelDisc } from '../../web/src/features/rewards/spin-wheel/wheel-disc.tsx';
import { planSpin } from '../../web/src/features/rewards/spin-wheel/wheel-physics.ts';

type Item = { label: string; backgroundColor: string; labelColor: string };
type Other = new (
  place: HTMLElement,
  props: { items: Item[]; pixelRatio: number },
) => { spinToItem: (item: number, ms: number, toCentre: boolean, turns: number) => void };
/** Starts a spin and returns how many milliseconds it takes. */
type Spin = (slice: number) => number;
export type Frames = { gaps: number[]; costs: number[] };

const COLORS = [
  ['#e0b25c', '#14110a'],
  ['#1b2233', '#f4f1ea'],
  ['#1f6f5c', '#f4f1ea'],
  ['#5a2f6b', '#f4f1ea'],
] as const;
const LABELS = ['฿10', 'ไม่มีรางวัล', '+฿50', '1 เหรียญ', '฿20', 'ไม่มีรางวัล', '+฿300', '3 เหรียญ'];
const ITEMS = LABELS.map((label, at) => {
  const [backgroundColor, labelColor] = COLORS[at % COLORS.length] ?? COLORS[0];
  return { label, backgroundColor, labelColor };
});
const place = document.querySelector<HTMLElement>('#place') ?? document.body;
const size = { px: 350, pixelRatio: window.devicePixelRatio };

function openOurs(): Promise<Spin> {
  const slices = ITEMS.map(({ label, backgroundColor, labelColor }, at) => ({
    ...{ code: `${at}`, type: 'credit' as const, label, htmlDescription: '', weight: 1 },
    ...{ bgColor: backgroundColor, textColor: labelColor },
  }));
  return new Promise((ready) => {
    function Wheel() {
      const [plan, setPlan] = useState({ from: 0, to: 0, seconds: 0 });
      ready((slice) => {
        const next = planSpin({ from: plan.to, slice, slices: slices.length });
        flushSync(() => setPlan(next));
        return next.seconds * 1_000;
      });
      return <WheelDisc name="" slices={slices} plan={plan} size={size} />;
    }
    createRoot(place).render(<Wheel />);
  });
}

async function openOther(): Promise<Spin> {
  const file = '/spin-wheel.js';
  const { Wheel } = (await import(/* @vite-ignore */ file)) as { Wheel: Other };
  const wheel = new Wheel(place, { items: ITEMS, pixelRatio: window.devicePixelRatio });
  return (slice) => {
    const { from, to, seconds } = planSpin({ from: 0, slice, slices: ITEMS.length });
    wheel.spinToItem(slice, seconds * 1_000, false, Math.floor(to - from));
    return seconds * 1_000;
  };
}

/** Measures, while the wheel turns, the time between frames and each frame's cost from its first script to its end. */
async function measure(spin: Spin, slice: number): Promise<Frames> {
  const { port1, port2 } = new MessageChannel();
  const frames: Frames = { gaps: [], costs: [] };
  let startedAt = 0;
  let last: number | null = null;
  let isOver = false;
  // The message arrives after all work of the frame.
  port1.onmessage = () => frames.costs.push(performance.now() - startedAt);
  const note = (time: number) => {
    startedAt = performance.now();
    if (last !== null) frames.gaps.push(time - last);
    last = time;
    port2.postMessage(null);
    if (!isOver) requestAnimationFrame(note);
  };
  // Requested before the wheel's own callback, so this is the first script of every frame.
  requestAnimationFrame(note);
  const ms = spin(slice);
  await new Promise((settle) => setTimeout(settle, ms));
  isOver = true;
  return frames;
}

const spin = await (location.hash === '#ours' ? openOurs() : openOther());
Object.assign(window, { measure: (slice: number) => measure(spin, slice) });
