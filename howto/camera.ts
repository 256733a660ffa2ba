import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

export const FPS = 15;

/** A little shorter than most phones, so that the film and its captions fit on another one. */
export const SCREEN = { width: 384, height: 680 };
/** The browser has to be started with it: the camera does not see the sharpness that only a page is told of. */
export const SHARPNESS = 1.5;

/** A picture of the screen and when, in milliseconds, it began to be seen. */
export type Frame = { at: number; picture: Buffer };

/** Takes a picture whenever something on the screen changes, but no more than the film can show. */
export async function startCamera(page: Page) {
  const session = await page.context().newCDPSession(page);
  const frames: Frame[] = [];
  session.on('Page.screencastFrame', async ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? Date.now() / 1000) * 1000, picture: Buffer.from(data, 'base64') });
    await delay(500 / FPS);
    // Refused only where the camera has been stopped meanwhile.
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
