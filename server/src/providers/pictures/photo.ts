import sharp from 'sharp';
import { AppError } from '../../platform/app-error.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { CAUTIOUS, loadPicture } from './picture.ts';

const LONGEST_SIDE = 2_000;
const QUALITY = 82;
const PATIENCE_SECONDS = 30;
/** The pixels of all pictures of an animation together. Of a larger animation only the first picture is shown. */
const MOST_MOVING_PIXELS = 8_000_000;
/** Each picture takes a core for a while: beyond this queue a caller is told to come back instead of waiting. */
const LONGEST_QUEUE = 20;
let waiting = 0;

/**
 * Paints a picture from outside anew as WebP at `to`: the result is pixels and nothing else, without the place where it
 * was taken or anything hidden in the file. Answers whether the file was a picture. One at a time, since each is held
 * in memory whole.
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
    // The header promises more than the file holds.
    return false;
  }
}
