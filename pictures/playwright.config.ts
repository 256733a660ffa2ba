import { defineConfig } from '@playwright/test';
import browserTests from '../e2e/playwright.config.ts';

/** Takes pictures on the way of the tours, which no run of tests does: `npm run screens`. */
export default defineConfig({
  ...browserTests,
  testDir: '.',
  outputDir: '../test-results/screens',
  timeout: 1_200_000,
  use: { ...browserTests.use, actionTimeout: 45_000 },
});
