import sharp from 'sharp';
import { AppError } from '../../platform/app-error.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { CAUTIOUS, loadPicture } from './picture.ts';

const LONGEST_SIDE = 2_000;
const QUALITY = 82;
const PATIENCE_SECONDS = 30;
/** Of all pictures of an animation together. One that is larger is shown by its first. */
const MOST_MOVING_PIXELS = 8_000_000;
/** Each takes a core for a while: beyond this queue a caller is told to come back instead of waiting. */
const LONGEST_QUEUE = 20;
let waiting = 0;

/**
 * Paints a picture from outside anew as WebP at `to`: what comes out is pixels and nothing else, neither where it was
 * taken nor what else the file was. Answers whether it was a picture. One at a time: each is held in memory whole.
 */
export async function paintAnew(path: string, to: string): Promise<boolean> {
  if (waiting >= LONGEST_QUEUE) throw new AppError('REQUEST_LIMIT', { retryAfterSeconds: 5 });
  waiting++;
  return oneAtATime('painting pictures', () => paint(path, to)).finally(() => {
    waiting--;
  });
}

async function paint(path: string, to: string): Promise<boolean> {
  const picture = await loadPicture(path, ['png', 'jpeg', 'gif']);
  if (!picture) return false;
  const { type, width, height, pages, content } = picture;
  const animated = type === 'gif' && width * height * pages <= MOST_MOVING_PIXELS;
  try {
    await sharp(content, { ...CAUTIOUS, animated })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .timeout({ seconds: PATIENCE_SECONDS })
      .toFile(to);
    return true;
  } catch {
    // A header that promises what the rest does not hold.
    return false;
  }
}
