import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

export const FPS = 15;

/** A little shorter than most phones, so that the film and its captions fit on a phone's screen. */
export const SCREEN = { width: 384, height: 680 };
/** The browser is started with this scale: the camera ignores a scale that is set for a page only. */
export const SHARPNESS = 1.5;

/** A picture of the screen and the time in milliseconds at which it appeared. */
export type Frame = { at: number; picture: Buffer };

/** Takes a picture whenever the screen changes, but no more pictures than the film can show. */
export async function startCamera(page: Page) {
  const session = await page.context().newCDPSession(page);
  const frames: Frame[] = [];
  session.on('Page.screencastFrame', async ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? Date.now() / 1000) * 1000, picture: Buffer.from(data, 'base64') });
    await delay(500 / FPS);
    // The browser refuses this only if the camera was stopped meanwhile.
    await session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 95 });
  return {
    stop: async (): Promise<Frame[]> => {
      await session.send('Page.stopScreencast');
      await session.detach();
      return frames;
    },
  };
}
