import { defineConfig } from '@playwright/test';
import browserTests from '../e2e/playwright.config.ts';

/** The cluster's test, which is run by itself: `npm run cluster:test`. */
export default defineConfig({ ...browserTests, testDir: '.', workers: 1, retries: 0 });
