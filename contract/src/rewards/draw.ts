/**
 * How a prize is drawn, and how anybody draws it again: HMAC-SHA256, keyed with the server's seed, over the browser's
 * seed, both as text, read as one big-endian number modulo the sum of the weights. The slice it falls into, counted in
 * the wheel's order, is won. The server's hash is shown before the browser names its seed, so neither side can choose.
 */
export type Weights = readonly (readonly [code: string, weight: number])[];

export async function drawSlice(serverSeed: string, clientSeed: string, weights: Weights): Promise<string> {
  const sum = weights.reduce((total, [, weight]) => total + BigInt(weight), 0n);
  let left = numberOf(await hmacSha256(serverSeed, clientSeed)) % sum;
  for (const [code, weight] of weights) {
    if (left < BigInt(weight)) return code;
    left -= BigInt(weight);
  }
  throw new RangeError('the weights have no sum');
}

export function hashOfSeed(serverSeed: string): Promise<string> {
  return sha256(serverSeed);
}

export function hashOfWeights(weights: Weights): Promise<string> {
  return sha256(JSON.stringify(weights));
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function sha256(text: string): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', bytesOf(text)));
}

async function hmacSha256(key: string, text: string): Promise<ArrayBuffer> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', bytesOf(key), algorithm, false, ['sign']);
  return crypto.subtle.sign('HMAC', imported, bytesOf(text));
}

function numberOf(digest: ArrayBuffer): bigint {
  const view = new DataView(digest);
  let number = 0n;
  for (let at = 0; at < digest.byteLength; at += 8) number = (number << 64n) | view.getBigUint64(at);
  return number;
}

function hexOf(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
