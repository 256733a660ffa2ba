import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LOCALES, type Locale } from '../contract/src/editions.ts';
import { onStopRequest } from '../launch/stop-request.ts';
import { ROOT } from '../launch/tool.ts';
import { FILMS, type FilmName } from '../web/src/features/howto/films.ts';
import { startCamera } from './camera.ts';
import { captionsOf } from './captions.ts';
import { type Cut, cut, type Take } from './cut.ts';
import { requireFfmpeg, writeFilm, writePoster } from './encode.ts';
import { type Film, lengthOf, type Stage } from './film.ts';
import { balance } from './films/balance.ts';
import { bonus } from './films/bonus.ts';
import { ending } from './films/ending.ts';
import { playing } from './films/playing.ts';
import { wallet } from './films/wallet.ts';
import { refreshOn } from './home.ts';
import { setStage } from './stage.ts';

/** One story of one member, in each language from its beginning: each film goes on where the one before it ended. */
const SCRIPTS: Record<FilmName, Film> = { wallet, playing, balance, bonus, ending };

const PLACE = join(ROOT, 'web', 'public', 'art', 'howto');
const DURATIONS = join(ROOT, 'web', 'src', 'features', 'howto', 'durations.json');
/** Lets the first picture arrive before the film begins, and the last picture before it ends. */
const ARRIVAL_MS = 500;
/** Shows the result of a step, also if the step took long. */
const LOOK_MS = 1000;

async function recordAll(): Promise<void> {
  await requireFfmpeg();
  await using stages = new AsyncDisposableStack();
  onStopRequest(() => void stages.disposeAsync().then(() => process.exit(1)));
  await mkdir(PLACE, { recursive: true });
  const durations: Partial<Record<FilmName, number>> = {};
  for (const locale of LOCALES) {
    const parts = stages.use(new AsyncDisposableStack());
    const stage = await setStage(parts, locale);
    for (const name of FILMS) {
      const film = await record(stage, SCRIPTS[name]);
      await save(name, locale, film);
      durations[name] = Math.round(film.length / 1000);
      console.log(`✓ ${name} in ${locale}, ${durations[name]} s`);
    }
    await parts.disposeAsync();
  }
  await writeFile(DURATIONS, `${JSON.stringify(durations, null, 2)}\n`);
}

async function record(stage: Stage, film: Film): Promise<Cut> {
  await goHome(stage);
  const camera = await startCamera(stage.page);
  await delay(ARRIVAL_MS);
  const takes: Take[] = [];
  for (const step of film) {
    const began = takes.at(-1)?.ended ?? Date.now();
    const stands = delay(lengthOf(step));
    const waitsBefore = stage.hand.waits.length;
    await step.does?.(stage);
    await Promise.all([stands, delay(LOOK_MS)]);
    for (const { from, to } of stage.hand.waits.slice(waitsBefore)) await delay(to - from);
    takes.push({ step, began, ended: Date.now() });
  }
  await delay(ARRIVAL_MS);
  return cut(await camera.stop(), takes, stage.hand.waits);
}

/** Loads a new page, so that no dialog and no message of the film before is left. */
async function goHome(stage: Stage): Promise<void> {
  const { page } = stage;
  await page.goto('/user/home');
  await refreshOn(stage).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
}

async function save(name: FilmName, locale: Locale, film: Cut): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-film-'));
  try {
    await writeFilm(film, folder, join(PLACE, `${name}.${locale}.mp4`));
    const best = film.scenes.find(({ step }) => step.isPoster);
    const poster = film.frames.findLast(({ at }) => best && at < best.to);
    if (!poster) throw new Error(`The film ${name} names no step for its poster.`);
    await writePoster(poster, folder, join(PLACE, `${name}.${locale}.webp`));
    await writeFile(join(PLACE, `${name}.${locale}.vtt`), captionsOf(film.scenes, locale));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  await recordAll();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
