import { access, constants } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { installFromDebian } from './debian.ts';
import { runToolQuietly } from './tool.ts';

/** The headless shell first: it draws no windows, so the tests take a quarter less time. */
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'chromium'];

/** The program of a Chromium: the one asked for, the system's, Playwright's, or one that is installed now. */
export async function findChromium(): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (await isProgram(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, which is not a program: correct or unset it.`);
  }
  const known = await firstProgram([...SYSTEM_BROWSERS, chromium.executablePath()]);
  if (known) return known;

  console.log('• no Chromium here yet: installing one …');
  await runToolQuietly('playwright', ['install', 'chromium']);
  const downloaded = await firstProgram([chromium.executablePath()]);
  if (downloaded) return downloaded;

  for (const name of DEBIAN_PACKAGES) if (await installFromDebian([name])) break;
  const installed = await firstProgram(SYSTEM_BROWSERS);
  if (installed) return installed;
  throw new Error(
    'There is no Chromium and none could be installed: install one and set CHROMIUM_PATH to its program.',
  );
}

async function firstProgram(paths: string[]): Promise<string | undefined> {
  for (const path of paths) {
    if (await isProgram(path)) return path;
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
