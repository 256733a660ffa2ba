import type { Frame } from './camera.ts';
import { lengthOf, type Step } from './film.ts';
import type { Wait } from './hand.ts';

/** When a step was recorded, in real time. */
export type Take = { step: Step; began: number; ended: number };
/** When a step is seen, in milliseconds of the film. */
export type Scene = { step: Step; from: number; to: number };
export type Cut = { frames: Frame[]; scenes: Scene[]; length: number };

/**
 * Removes the waits and stretches each step to its length in the film. A busy machine takes longer for a step and
 * records fewer frames, yet the film has the same length.
 */
export function cut(recorded: Frame[], played: Take[], waits: Wait[]): Cut {
  const timely = (at: number) =>
    waits.reduce((time, { from, to }) => time - Math.min(Math.max(at - from, 0), to - from), at);
  const frames = recorded
    .map((frame) => ({ ...frame, at: timely(frame.at) }))
    .filter(({ at }, index, all) => at !== all[index + 1]?.at);
  const takes = played.map((take) => ({ ...take, began: timely(take.began), ended: timely(take.ended) }));
  const scenes: Scene[] = [];
  const shown: Frame[] = [];
  let from = 0;
  for (const { step, began, ended } of takes) {
    const to = from + lengthOf(step);
    const pace = (to - from) / (ended - began);
    const first = frames.findLast(({ at }) => at <= began);
    if (first) shown.push({ ...first, at: from });
    for (const frame of frames) {
      if (frame.at > began && frame.at < ended) shown.push({ ...frame, at: from + (frame.at - began) * pace });
    }
    scenes.push({ step, from, to });
    from = to;
  }
  return { frames: shown, scenes, length: from };
}
