import { rm } from 'node:fs/promises';
import { findChromium } from '../launch/chromium.ts';
import { startTemporaryPostgres } from '../launch/embedded-postgres.ts';
import { onStopRequest } from '../launch/stop-request.ts';
import { runTool } from '../launch/tool.ts';
import { buildWebIfStale } from '../launch/web-build.ts';
import { choiceOf, PLACE } from './choice.ts';
import { writeContactSheet } from './contact-sheet.ts';

/** Leads through every screen and takes its pictures; the words narrow what is taken anew. */
async function takeScreens(words: string[]): Promise<number> {
  await using parts = new AsyncDisposableStack();
  const interruption = new AbortController();
  onStopRequest(() => interruption.abort());
  const { signal } = interruption;
  await buildWebIfStale({ signal });
  const postgres = await startTemporaryPostgres();
  parts.defer(postgres.stop);
  // Pictures of screens that are no more would stay.
  if (choiceOf(words).isAll) await rm(PLACE, { recursive: true, force: true });
  const env = {
    CHROMIUM_PATH: await findChromium(),
    TEST_DATABASE_URL: postgres.url('postgres'),
    SCREENS: words.join(' '),
  };
  const args = ['test', '--config', 'pictures/playwright.config.ts', '--reporter=./launch/playwright-progress.ts'];
  return await runTool('playwright', args, { signal, env });
}

const began = performance.now();
try {
  process.exitCode = await takeScreens(process.argv.slice(2));
  const { address, screens, pictures } = await writeContactSheet();
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(`${minutes} minutes. ${pictures} pictures of ${screens} screens: ${address}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
