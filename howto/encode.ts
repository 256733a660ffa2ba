import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FPS, type Frame } from './camera.ts';
import type { Cut } from './cut.ts';

const run = promisify(execFile);

/** Height of the band for the captions, in the colour of the page. */
const BAND = 108;
const PICTURE = `pad=iw:ih+${BAND}:0:${BAND}:color=0x0a0c11`;

export async function requireFfmpeg(): Promise<void> {
  await run('ffmpeg', ['-version']).catch(() => {
    throw new Error('The films are encoded by ffmpeg, which is not on the PATH: install it.');
  });
}

/** Writes a film that every phone plays. The folder holds temporary files. */
export async function writeFilm({ frames, length }: Cut, folder: string, file: string): Promise<void> {
  const list: string[] = [];
  for (const [index, { at, picture }] of frames.entries()) {
    const name = `${String(index).padStart(5, '0')}.jpg`;
    await writeFile(join(folder, name), picture);
    const until = frames[index + 1]?.at ?? length;
    list.push(`file '${name}'`, `duration ${((until - at) / 1000).toFixed(4)}`);
  }
  // The duration of the last frame counts only if another entry follows.
  list.push(list.at(-2) ?? '');
  const listFile = join(folder, 'frames.txt');
  await writeFile(listFile, list.join('\n'));
  await ffmpeg([
    ...['-f', 'concat', '-safe', '0', '-i', listFile],
    ...['-t', (length / 1000).toFixed(3), '-vf', `${PICTURE},fps=${FPS},format=yuv420p`],
    ...['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'veryslow', '-tune', 'animation', '-crf', '28'],
    ...['-g', '300', '-movflags', '+faststart', '-an', '-map_metadata', '-1', file],
  ]);
}

export async function writePoster({ picture }: Frame, folder: string, file: string): Promise<void> {
  const source = join(folder, 'poster.jpg');
  await writeFile(source, picture);
  await ffmpeg(['-i', source, '-vf', PICTURE, '-c:v', 'libwebp', '-quality', '48', '-compression_level', '6', file]);
}

async function ffmpeg(args: string[]): Promise<void> {
  await run('ffmpeg', ['-v', 'error', '-y', ...args]);
}
