import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { readSlipPayload } from '@krapao/contract/deposits/emv.ts';
import sharp, { type Sharp } from 'sharp';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import { CAUTIOUS, type LoadedPicture, loadPicture } from '../pictures/picture.ts';
import type { FromWorker } from './reader-thread.ts';
import type { SlipReading } from './slip-reading.ts';

const MIN_SIDE = 50;

/** From this side on a QR code is likely large enough to be read at half the size, in a quarter of the time. */
const MIN_SIDE_TO_HALVE = 800;

/**
 * Screenshots are smaller. Larger photos are taken down to half of this, which JPEG's decoder does for next to nothing.
 */
const MAX_SIDE = 3_200;

/** libvips stops by itself before the picture's time is up: a thread that is ended waits for it. */
const DECODING_SECONDS = 8;

const QUICK: ReaderOptions = {
  formats: ['QRCode'],
  textMode: 'Plain',
  maxNumberOfSymbols: 20,
  tryHarder: false,
  tryRotate: false,
  tryInvert: true,
  tryDownscale: false,
};
const CAREFUL: ReaderOptions = { ...QUICK, tryHarder: true, tryRotate: true, tryDownscale: true, tryDenoise: true };

type Grey = { pixels: Uint8Array; width: number; height: number };
type Look = { grey: Grey; options: ReaderOptions };
const BROKEN = 'broken';

async function read(picture: LoadedPicture | null): Promise<SlipReading> {
  if (!picture || Math.min(picture.width, picture.height) < MIN_SIDE) return { kind: 'unreadable' };
  const texts: string[] = [];
  for await (const look of looks(picture)) {
    if (look === BROKEN) return { kind: 'unreadable' };
    const codes = await readBarcodes(portableGreyMap(look.grey), look.options);
    texts.push(...codes.map(({ text }) => text).filter(Boolean));
    if (texts.some((text) => worth(text) === GOOD)) break;
  }
  const [text] = texts.toSorted((a, b) => worth(b) - worth(a));
  return text === undefined ? { kind: 'no-qr' } : { kind: 'qr', text };
}

const GOOD = 2;

function worth(text: string): number {
  const slip = readSlipPayload(text);
  if (slip === 'not-a-slip') return 0;
  return slip === 'damaged' ? 1 : GOOD;
}

/** Ways to look at a picture, from the cheapest on. The next is tried only if the ones before showed no slip's code. */
async function* looks(picture: LoadedPicture): AsyncGenerator<Look | typeof BROKEN> {
  // The green channel is most of the brightness, and taking it costs a quarter of working brightness out.
  const plain = await decode(picture, (image) => image.extractChannel('green'));
  if (plain === BROKEN) return yield BROKEN;
  if (Math.min(plain.width, plain.height) >= MIN_SIDE_TO_HALVE) yield { grey: halved(plain), options: QUICK };
  yield { grey: plain, options: QUICK };
  yield { grey: plain, options: CAREFUL };
  yield { grey: stretched(plain), options: CAREFUL };
  // Where the picture is transparent, and for codes in colours that look alike in green.
  const brightness = await decode(picture, (image) => image.flatten({ background: '#fff' }).greyscale());
  if (brightness !== BROKEN) yield { grey: stretched(brightness), options: CAREFUL };
}

async function decode(picture: LoadedPicture, toGrey: (image: Sharp) => Sharp): Promise<Grey | typeof BROKEN> {
  const image = sharp(picture.content, CAUTIOUS).timeout({ seconds: DECODING_SECONDS }).autoOrient();
  const isLarge = Math.max(picture.width, picture.height) > MAX_SIDE;
  if (isLarge) image.resize({ width: MAX_SIDE / 2, height: MAX_SIDE / 2, fit: 'inside' });
  try {
    const { data, info } = await toGrey(image).raw().toBuffer({ resolveWithObject: true });
    return { pixels: data, width: info.width, height: info.height };
  } catch {
    return BROKEN;
  }
}

/** Each pixel is the mean of four. */
function halved({ pixels, width, height }: Grey): Grey {
  const [halfWidth, halfHeight] = [width >> 1, height >> 1];
  const half = new Uint8Array(halfWidth * halfHeight);
  let to = 0;
  for (let row = 0; row < halfHeight; row++) {
    let from = row * 2 * width;
    for (let column = 0; column < halfWidth; column++, from += 2) {
      const four = at(from) + at(from + 1) + at(from + width) + at(from + width + 1);
      half[to++] = four >> 2;
    }
  }
  function at(index: number): number {
    return pixels[index] as number;
  }
  return { pixels: half, width: halfWidth, height: halfHeight };
}

/** The darkest pixels become black and the lightest white, but for one in a hundred at either end. */
function stretched({ pixels, width, height }: Grey): Grey {
  const counts = new Uint32Array(256);
  for (const pixel of pixels) counts[pixel] = (counts[pixel] as number) + 1;
  const few = pixels.length / 100;
  const black = reaching(few, [...counts]);
  const white = 255 - reaching(few, [...counts].reverse());
  const scale = 255 / Math.max(1, white - black);
  const shades = Uint8ClampedArray.from(counts, (_, shade) => (shade - black) * scale);
  return { pixels: pixels.map((pixel) => shades[pixel] as number), width, height };
}

/** The first index up to which the counts add up to more than this. */
function reaching(sum: number, counts: number[]): number {
  let left = sum;
  return counts.findIndex((count) => {
    left -= count;
    return left < 0;
  });
}

/** The reader takes files or colours. This is the plainest file there is: grey values after a line of text. */
function portableGreyMap({ pixels, width, height }: Grey): Uint8Array {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  return Buffer.concat([header, pixels]);
}

// The file of the package itself: by default the library fetches it from another server.
const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
const wasmBinary = new Uint8Array(wasm).buffer;
await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });

function say(message: FromWorker): void {
  parentPort?.postMessage(message);
}

parentPort?.on('message', async (path: string) => {
  let picture: LoadedPicture | null;
  try {
    picture = await loadPicture(path);
  } catch (error) {
    return say({ is: 'error', message: (error as Error).message });
  }
  // If this fails, the module may be left half-way: the thread ends, and the next picture gets a new one.
  say({ is: 'reading', reading: await read(picture) });
});
say({ is: 'ready' });
