import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { SCREEN } from './camera.ts';

/** Time to read the caption before the finger moves. */
const READ_MS = 900;
/** A longer wait is cut from the film. */
const UNNOTICED_MS = 250;

export type Wait = { from: number; to: number };

type Ring = { glide: (x: number, y: number) => Promise<unknown>; press: () => void; hide: () => Promise<unknown> };
declare global {
  interface Window {
    ring: Ring;
  }
}

/** Adds a soft ring to every page of the browser. It shows where the finger is. */
export async function addRing(context: BrowserContext): Promise<void> {
  await context.addInitScript(drawRing);
}

/** Runs in the page. The page's policy forbids style texts, but not styles that are set by a script. */
function drawRing(): void {
  const ring = document.createElement('div');
  Object.assign(ring.style, {
    position: 'fixed',
    left: '-24px',
    top: '-24px',
    width: '48px',
    height: '48px',
    boxSizing: 'border-box',
    border: '3px solid rgb(255 255 255 / 0.95)',
    borderRadius: '50%',
    background: 'rgb(255 215 114 / 0.4)',
    boxShadow: '0 0 0 6px rgb(255 215 114 / 0.22), 0 3px 14px rgb(0 0 0 / 0.6)',
    opacity: '0',
    pointerEvents: 'none',
    zIndex: '2147483647',
  });
  let at = { x: window.innerWidth * 0.7, y: window.innerHeight * 0.9 };
  const place = ({ x, y }: typeof at, scale = 1) => `translate(${x}px, ${y}px) scale(${scale})`;
  const move = (frames: Keyframe[], duration: number, easing = 'ease-in-out') =>
    ring.animate(frames, { duration, easing, fill: 'forwards' }).finished;
  window.ring = {
    glide: (x, y) => {
      const from = at;
      at = { x, y };
      return move(
        [
          { transform: place(from), opacity: 0 },
          { opacity: 1, offset: 0.4 },
          { transform: place(at), opacity: 1 },
        ],
        650,
      );
    },
    press: () =>
      void move(
        [
          { transform: place(at), opacity: 1 },
          { transform: place(at, 0.62), opacity: 1, offset: 0.3 },
          { transform: place(at, 1.1), opacity: 1, offset: 0.65 },
          { transform: place(at), opacity: 1 },
        ],
        420,
      ),
    hide: () =>
      move(
        [
          { transform: place(at), opacity: 1 },
          { transform: place(at), opacity: 0 },
        ],
        350,
      ),
  };
  window.addEventListener('DOMContentLoaded', () => document.documentElement.append(ring));
}

export type Hand = ReturnType<typeof handOn>;

/** A finger that moves slowly enough to follow. */
export function handOn(page: Page) {
  const glideTo = async (target: Locator, spotOn: SpotOn) => {
    await delay(READ_MS);
    await bringIntoSight(target);
    await page.evaluate(({ x, y }) => window.ring.glide(x, y), spotOn(await boxOf(target)));
  };
  const hideRing = () => page.evaluate(() => window.ring.hide());
  const point = async (target: Locator, spotOn: SpotOn) => {
    await glideTo(target, spotOn);
    await delay(900);
    await hideRing();
  };
  const waits: Wait[] = [];
  return {
    /** Moments of loading, which only a busy machine has. They are cut from the film. */
    waits,
    /** Taps the target, then waits until `leadsTo` is visible. */
    tap: async (target: Locator, leadsTo?: Locator) => {
      await glideTo(target, ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
      await page.evaluate(() => window.ring.press());
      await delay(140);
      await target.tap();
      const from = Date.now() + UNNOTICED_MS;
      await leadsTo?.waitFor();
      if (Date.now() > from) waits.push({ from, to: Date.now() });
      await delay(450);
      await hideRing();
    },
    /** Points from below, so that the target can be read, but never from outside the screen. */
    pointAt: (target: Locator) =>
      point(target, ({ x, y, width, height }) => ({
        x: x + width / 2,
        y: Math.min(y + height + 14, SCREEN.height - 30),
      })),
    /** Points from the right, where another element is right below the target. */
    pointBeside: (target: Locator) =>
      point(target, ({ x, y, width, height }) => ({ x: x + width + 28, y: y + height / 2 })),
    scrollTo: async (target: Locator) => {
      await delay(READ_MS);
      await scrollTo(target);
    },
  };
}

/** Scrolls a target that the menu or the edge of a sheet may cover. */
async function bringIntoSight(target: Locator): Promise<void> {
  const isInSight = await target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top > 40 && bottom < window.innerHeight - 90;
  });
  if (!isInSight) await scrollTo(target);
}

async function scrollTo(target: Locator): Promise<void> {
  await target.evaluate((element) => element.scrollIntoView({ behavior: 'smooth', block: 'center' }));
  for (let last = Number.NaN, now = 0; now !== last; ) {
    await delay(120);
    last = now;
    now = (await boxOf(target)).y;
  }
}

type Box = { x: number; y: number; width: number; height: number };
type SpotOn = (box: Box) => { x: number; y: number };

async function boxOf(target: Locator): Promise<Box> {
  const box = await target.boundingBox();
  if (!box) throw new Error(`There is nothing to see of ${target}.`);
  return box;
}
