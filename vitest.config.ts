import { defineConfig } from 'vitest/config';

const LAUNCHER_TESTS = 'launch/embedded-postgres.test.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', 'launch/**/*.test.ts'],
          exclude: [LAUNCHER_TESTS],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['server/**/*.test.ts', 'sandbox/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'launcher',
          include: [LAUNCHER_TESTS],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
