import { defineConfig } from '@playwright/test';
import { BROWSER_TESTS_AT_ONCE } from '../launch/workers.ts';
import { IN_FULL, IS_SHORT_RUN } from '../world/tier.ts';

/** Pictures far below the screen are not fetched: the thirty of home cost a sixth of its loading. */
const NEAR_PICTURES_ONLY = ['Unknown', 'Offline', 'Slow2G', '2G', '3G', '4G']
  .map((network) => `lazyLoadingImageMarginPx${network}=0`)
  .join(',');

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  ...(IS_SHORT_RUN && { grepInvert: new RegExp(IN_FULL.tag) }),
  workers: BROWSER_TESTS_AT_ONCE,
  fullyParallel: true,
  forbidOnly: true,
  // By itself, in a browser and a world of its own; the end of the run names what passed only then.
  retries: 1,
  // Only what hangs comes near these, however busy the machine: waiting longer costs nothing where all is well.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // No test waits for a sheet to slide in, except tests about motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Snapshots of every step would cost more than the steps; they also fetch the page's own pictures, which its policy forbids.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [`--blink-settings=${NEAR_PICTURES_ONLY}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
});
