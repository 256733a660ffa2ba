import { useEffect, useRef } from 'react';
import type { Slice } from './spin-wheel.queries.ts';
import type { WheelSize } from './use-wheel-size.ts';
import { drawWheel, labelFonts } from './wheel-drawing.ts';
import { keyframesOf, rotationOf, type SpinPlan } from './wheel-physics.ts';

type WheelDiscProps = { name: string; slices: readonly Slice[]; plan: SpinPlan; size: WheelSize };

/** The picture of the wheel. Its style is the plan's end; the animation is played over that. */
export function WheelDisc({ name, slices, plan, size }: WheelDiscProps) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const disc = canvas.current;
    if (!disc) return;
    let isCurrent = true;
    const draw = () => isCurrent && drawWheel(disc, slices, size);
    draw();
    // Until its font is loaded a label is drawn in another one.
    labelFonts(disc, slices).then(draw, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [slices, size]);

  useEffect(() => {
    if (plan.seconds === 0) return;
    const way = canvas.current?.animate(keyframesOf(plan), { duration: plan.seconds * 1_000 });
    return () => way?.cancel();
  }, [plan]);

  return (
    // A turned square is broader than one that stands straight: without this the page could be scrolled sideways.
    <div className="overflow-clip">
      <canvas
        ref={canvas}
        role="img"
        aria-label={name}
        className="block rounded-full will-change-transform"
        style={{ width: size.px, height: size.px, transform: rotationOf(plan.to) }}
      />
    </div>
  );
}
