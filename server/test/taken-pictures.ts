import sharp from 'sharp';
import { between, type Random } from './drawn-slips.ts';

type Pixels = { data: Buffer; width: number; height: number };
type Point = readonly [x: number, y: number];

const PHOTO = { width: 1440, height: 1920 };

/** How the picture of a slip changes before the member uploads it. */
export const TAKEN = {
  clean: async (slip: Buffer) => slip,
  '360 px wide': (slip: Buffer) => sharp(slip).resize({ width: 360 }).png().toBuffer(),
  blurred: (slip: Buffer, random: Random) =>
    sharp(slip)
      .blur(between(random, 2, 2.5))
      .jpeg({ quality: 85 })
      .toBuffer(),
  'rotated 15°': (slip: Buffer, random: Random) =>
    sharp(slip)
      .rotate(random() < 0.5 ? 15 : -15, { background: '#444' })
      .jpeg({ quality: 85 })
      .toBuffer(),
  photographed,
  inverted: (slip: Buffer) => sharp(slip).negate({ alpha: false }).png().toBuffer(),
  'low contrast': (slip: Buffer) => sharp(slip).linear(0.25, 96).png().toBuffer(),
  'JPEG, quality 30': (slip: Buffer) => sharp(slip).jpeg({ quality: 30 }).toBuffer(),
} satisfies Record<string, (slip: Buffer, random: Random) => Promise<Buffer>>;

/** The slip on a phone's screen, taken with another phone: at an angle, on a table, in uneven light, with noise. */
async function photographed(slip: Buffer, random: Random): Promise<Buffer> {
  const photo = warp(await pixelsOf(slip), cornersInPhoto(random), random);
  const raw = { width: photo.width, height: photo.height, channels: 3 as const };
  return sharp(photo.data, { raw }).jpeg({ quality: 80 }).toBuffer();
}

/** Decodes a picture and changes nothing. */
export async function pixelsOf(picture: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A tall slip seen from below or above and from one side: one edge is up to a quarter shorter than its opposite. */
function cornersInPhoto(random: Random): [Point, Point, Point, Point] {
  const { width, height } = PHOTO;
  const slant = between(random, -0.06, 0.06) * width;
  const nearTop = between(random, 0, 0.11) * width;
  const nearBottom = between(random, 0, 0.11) * width;
  const side = between(random, -0.05, 0.05) * height;
  const [left, right, top, bottom] = [0.18 * width, 0.82 * width, 0.07 * height, 0.93 * height];
  return [
    [left + nearTop + slant, top + side],
    [right - nearTop + slant, top - side],
    [right - nearBottom - slant, bottom + side],
    [left + nearBottom - slant, bottom - side],
  ];
}

function warp(slip: Pixels, corners: [Point, Point, Point, Point], random: Random): Pixels {
  const { width, height } = PHOTO;
  const data = Buffer.alloc(width * height * 3);
  const toSlip = homography(corners, slip);
  const [lightX, lightY] = [random() * width, random() * height];
  const table = [between(random, 60, 150), between(random, 50, 130), between(random, 40, 110)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [slipX, slipY] = toSlip(x, y);
      const isSlip = slipX >= 0 && slipY >= 0 && slipX < slip.width - 1 && slipY < slip.height - 1;
      const light = 1.02 - 0.5 * (Math.hypot(x - lightX, y - lightY) / Math.hypot(width, height));
      const noise = (random() + random() - 1) * 14;
      for (let channel = 0; channel < 3; channel++) {
        const colour = isSlip ? bilinear(slip, slipX, slipY, channel) : (table[channel] as number) + (y % 37);
        data[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, colour * light + noise));
      }
    }
  }
  return { data, width, height };
}

function bilinear({ data, width }: Pixels, x: number, y: number, channel: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - column, y - row];
  const at = (row * width + column) * 3 + channel;
  const colour = (offset: number) => data[at + offset] as number;
  const above = colour(0) * (1 - right) + colour(3) * right;
  const below = colour(width * 3) * (1 - right) + colour(width * 3 + 3) * right;
  return above * (1 - down) + below * down;
}

/** Where in the slip a point of the photo lies: the projection that takes the photo's corners to the slip's. */
function homography(corners: [Point, Point, Point, Point], { width, height }: Pixels) {
  const targets: Point[] = [
    [0, 0],
    [width - 1, 0],
    [width - 1, height - 1],
    [0, height - 1],
  ];
  const equations = corners.flatMap(([x, y], index) => {
    const [u, v] = targets[index] as Point;
    return [
      [x, y, 1, 0, 0, 0, -x * u, -y * u, u],
      [0, 0, 0, x, y, 1, -x * v, -y * v, v],
    ];
  });
  const [a, b, c, d, e, f, g, h] = solve(equations) as [number, number, number, number, number, number, number, number];
  return (x: number, y: number): Point => {
    const depth = g * x + h * y + 1;
    return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
  };
}

/** Gauss and Jordan, with the largest pivot; each row ends with its right side. */
function solve(rows: number[][]): number[] {
  const value = (row: number[], column: number) => row[column] as number;
  for (let column = 0; column < rows.length; column++) {
    const below = rows.slice(column);
    const pivot = below.reduce((best, row) =>
      Math.abs(value(row, column)) > Math.abs(value(best, column)) ? row : best,
    );
    rows.splice(rows.indexOf(pivot), 1);
    const scaled = pivot.map((number) => number / value(pivot, column));
    rows = rows.map((row) => row.map((number, index) => number - value(row, column) * value(scaled, index)));
    rows.splice(column, 0, scaled);
  }
  return rows.map((row) => value(row, rows.length));
}
