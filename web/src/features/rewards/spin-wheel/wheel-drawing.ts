import type { Slice } from './spin-wheel.queries.ts';
import type { WheelSize } from './use-wheel-size.ts';

type Face = Pick<Slice, 'label' | 'bgColor' | 'textColor'>;
type Fitted = { lines: string[]; px: number };

const FULL_TURN = Math.PI * 2;
const LARGEST_PX = 20;
const SMALLEST_PX = 9;
/** Thai and Lao stack marks above and below the letters. */
const LINE_HEIGHT = 1.35;
/** Of the radius: where labels end towards the rim, and where the button in the middle begins. */
const LABEL_OUT = 0.9;
export const HUB_SHARE = 0.29;
const LABEL_IN = HUB_SHARE + 0.06;

/** Draws the wheel as it stands at angle 0. It is drawn once; turning it is left to the browser. */
export function drawWheel(canvas: HTMLCanvasElement, slices: readonly Face[], { px, pixelRatio }: WheelSize): void {
  const context = canvas.getContext('2d');
  if (!context || slices.length === 0) return;
  canvas.width = Math.round(px * pixelRatio);
  canvas.height = canvas.width;
  const radius = px / 2;
  const step = FULL_TURN / slices.length;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, canvas.width / 2, canvas.height / 2);
  context.rotate(-FULL_TURN / 4);
  for (const slice of slices) {
    fillSlice(context, slice, radius, step);
    drawLabel(context, slice, radius, step);
    context.rotate(step);
  }
  drawDepth(context, radius);
  for (let at = 0; at < slices.length; at++) {
    drawPeg(context, radius);
    context.rotate(step);
  }
}

/** The fonts of these labels; a wheel drawn before they are there has to be drawn again. */
export function labelFonts(canvas: HTMLCanvasElement, slices: readonly Face[]): Promise<unknown> {
  return document.fonts.load(fontOf(canvas, LARGEST_PX), slices.map(({ label }) => label).join(' '));
}

function fillSlice(context: CanvasRenderingContext2D, { bgColor }: Face, radius: number, step: number): void {
  context.beginPath();
  context.moveTo(0, 0);
  context.arc(0, 0, radius, 0, step);
  context.closePath();
  context.fillStyle = bgColor;
  context.fill();
  context.strokeStyle = 'rgb(10 13 19 / 0.45)';
  context.lineWidth = 1.5;
  context.stroke();
}

function drawLabel(context: CanvasRenderingContext2D, slice: Face, radius: number, step: number): void {
  const { lines, px } = fitLabel(context, slice.label, radius, step);
  context.save();
  context.rotate(step / 2);
  context.font = fontOf(context.canvas, px);
  context.fillStyle = slice.textColor;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  lines.forEach((line, at) => {
    context.fillText(line, radius * LABEL_OUT, (at - (lines.length - 1) / 2) * px * LINE_HEIGHT);
  });
  context.restore();
}

/** As large as the slice allows, on one line or two. */
function fitLabel(context: CanvasRenderingContext2D, label: string, radius: number, step: number): Fitted {
  const room = radius * (LABEL_OUT - LABEL_IN);
  for (let px = LARGEST_PX; px > SMALLEST_PX; px -= 0.5) {
    context.font = fontOf(context.canvas, px);
    const width = (text: string) => context.measureText(text).width;
    for (const lines of [[label], inTwo(label, width)]) {
      const longest = Math.max(...lines.map(width));
      // The slice is narrowest where the label begins.
      const breadth = 2 * (radius * LABEL_OUT - longest) * Math.tan(Math.min(step, Math.PI / 2) / 2);
      if (longest <= room && lines.length * px * LINE_HEIGHT <= breadth) return { lines, px };
    }
  }
  return { lines: inTwo(label, (text) => context.measureText(text).width), px: SMALLEST_PX };
}

/** Broken between words, which Thai and Lao write without spaces, so that both lines are about as long. */
function inTwo(label: string, width: (text: string) => number): string[] {
  const words = wordsIn(label);
  const breaks = words.slice(1).map((_, at) => [words.slice(0, at + 1), words.slice(at + 1)] as const);
  const pairs = breaks.map(([first, second]) => [first.join('').trim(), second.join('').trim()]);
  const longest = (lines: string[]) => Math.max(...lines.map(width));
  return pairs.reduce((best, pair) => (longest(pair) < longest(best) ? pair : best), [label]);
}

function wordsIn(label: string): string[] {
  if (!('Segmenter' in Intl)) return label.split(/(?<=\s)/);
  const segmenter = new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' });
  return Array.from(segmenter.segment(label), ({ segment }) => segment);
}

/** A little light in the middle and shade at the rim, so that flat colours look like one disc. */
function drawDepth(context: CanvasRenderingContext2D, radius: number): void {
  const depth = context.createRadialGradient(0, 0, radius * 0.2, 0, 0, radius);
  depth.addColorStop(0, 'rgb(255 255 255 / 0.10)');
  depth.addColorStop(0.55, 'rgb(255 255 255 / 0)');
  depth.addColorStop(0.9, 'rgb(10 13 19 / 0)');
  depth.addColorStop(1, 'rgb(10 13 19 / 0.28)');
  context.fillStyle = depth;
  context.beginPath();
  context.arc(0, 0, radius, 0, FULL_TURN);
  context.fill();
}

function drawPeg(context: CanvasRenderingContext2D, radius: number): void {
  context.beginPath();
  context.arc(radius - 6, 0, 2.5, 0, FULL_TURN);
  context.fillStyle = '#ffe7ad';
  context.fill();
}

function fontOf(canvas: HTMLCanvasElement, px: number): string {
  return `700 ${px}px ${getComputedStyle(canvas).fontFamily}`;
}
