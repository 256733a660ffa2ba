import { defineConfig } from '@playwright/test';
import browserTests from '../e2e/playwright.config.ts';

/** The cluster's tests, which are run by themselves, one after the other: `npm run cluster:test`. */
export default defineConfig({ ...browserTests, testDir: '.', workers: 1, retries: 0, timeout: 600_000 });
