import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
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
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
});
