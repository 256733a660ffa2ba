import { defineConfig } from 'vitest/config';
import { TEST_FILES_AT_ONCE } from './launch/workers.ts';
import { IN_FULL } from './world/tier.ts';

const LAUNCHER_TESTS = ['launch/embedded-postgres.test.ts', 'launch/development.test.ts'];
/** By chance, or while processes are killed: each is dear, and the better the longer it goes on. */
const RANDOM = [
  'server/**/*-stress.test.ts',
  'server/**/{ledger-histories,payment-reports,rewards-never-pay,statement-balances,payout-outcomes,grant-races}.test.ts',
];
const PATIENT = {
  maxWorkers: TEST_FILES_AT_ONCE,
  // Only a test that hangs comes near it, however busy the machine.
  testTimeout: 240_000,
  hookTimeout: 240_000,
};
const ON_POSTGRES = { globalSetup: ['server/test/global-setup.ts'], ...PATIENT };
// Each file has a database and ports of its own.
const ON_SERVER = { setupFiles: ['server/test/setup.ts'], isolate: false, ...ON_POSTGRES };

export default defineConfig({
  test: {
    tags: IN_FULL.tags.map((name) => ({ name, description: 'Left to `npm run test:full` by `npm test`.' })),
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
          exclude: LAUNCHER_TESTS,
          isolate: false,
          ...PATIENT,
        },
      },
      { test: { name: 'server', include: ['server/**/*.test.ts'], exclude: RANDOM, ...ON_SERVER } },
      { test: { name: 'random', include: RANDOM, ...ON_SERVER } },
      {
        // In processes of their own: the sandbox draws pictures of a kind that the server forbids itself to read, and
        // the launcher is tried as other operating systems.
        test: {
          name: 'apart',
          include: ['sandbox/**/*.test.ts', ...LAUNCHER_TESTS],
          ...ON_POSTGRES,
        },
      },
    ],
  },
});
