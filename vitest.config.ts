import { defineConfig } from 'vitest/config';
import { WORKERS } from './launch/workers.ts';

const LAUNCHER_TESTS = 'launch/embedded-postgres.test.ts';
const ON_POSTGRES = {
  globalSetup: ['server/test/global-setup.ts'],
  maxWorkers: WORKERS,
  testTimeout: 30_000,
  hookTimeout: 30_000,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', 'launch/**/*.test.ts', 'house/**/*.test.ts'],
          exclude: [LAUNCHER_TESTS],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          setupFiles: ['server/test/setup.ts'],
          // Each file has a database and ports of its own; the modules need not be loaded for each.
          isolate: false,
          ...ON_POSTGRES,
        },
      },
      {
        // In processes of its own: it draws pictures of a kind that the server forbids itself to read.
        test: { name: 'sandbox', include: ['sandbox/**/*.test.ts'], ...ON_POSTGRES },
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
