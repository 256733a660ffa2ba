import sharp from 'sharp';
import { fairLane } from '../../platform/fair-lane.ts';
import { CAUTIOUS, loadPicture } from './picture.ts';

const LONGEST_SIDE = 2_000;
const QUALITY = 82;
const PATIENCE_SECONDS = 30;
/** The pixels of all pictures of an animation together. Of a larger animation only the first picture is shown. */
const MOST_MOVING_PIXELS = 8_000_000;
/** More is only taken of a JPEG that is decoded smaller than it is, as phones save their photos. */
const MOST_DECODED_PIXELS = 12_000_000;

/** One picture at a time, since each is held in memory whole; networks take turns. */
const lane = fairLane({ atOnce: 1, places: 100, retryAfterSeconds: 5 });

/**
 * Paints a picture from outside anew as WebP at `to`: the result is pixels and nothing else, without the place where it
 * was taken or anything hidden in the file. Answers whether the file was a picture.
 */
export function paintAnew(path: string, to: string, address: string): Promise<boolean> {
  return lane(address, () => paint(path, to));
}

async function paint(path: string, to: string): Promise<boolean> {
  const picture = await loadPicture(path, ['png', 'jpeg', 'gif']);
  if (!picture) return false;
  const { type, width, height, pages, content, isProgressive } = picture;
  const isDecodedSmaller = type === 'jpeg' && !isProgressive;
  if (!isDecodedSmaller && width * height > MOST_DECODED_PIXELS) return false;
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
