import { defineConfig } from 'vitest/config';
import { TEST_FILES_AT_ONCE } from './launch/workers.ts';

const LAUNCHER_TESTS = 'launch/embedded-postgres.test.ts';
const PATIENT = {
  maxWorkers: TEST_FILES_AT_ONCE,
  // Only a test that hangs comes near it, however busy the machine.
  testTimeout: 240_000,
  hookTimeout: 240_000,
};
const ON_POSTGRES = { globalSetup: ['server/test/global-setup.ts'], ...PATIENT };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'launch/**/*.test.ts',
            'architecture-tests/**/*.test.ts',
            'mutants/*.test.ts',
          ],
          exclude: [LAUNCHER_TESTS],
          isolate: false,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          setupFiles: ['server/test/setup.ts'],
          // Each file has a database and ports of its own.
          isolate: false,
          ...ON_POSTGRES,
        },
      },
      {
        // In processes of their own: the sandbox draws pictures of a kind that the server forbids itself to read, and
        // the launcher is tried as other operating systems.
        test: {
          name: 'apart',
          include: ['sandbox/**/*.test.ts', LAUNCHER_TESTS],
          ...ON_POSTGRES,
        },
      },
    ],
  },
});
