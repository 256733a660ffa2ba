import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });

/** What the library makes of a picture by itself, with its defaults. */
export async function readByZxingAlone(path: string): Promise<string | undefined> {
  const codes = await readBarcodes(await readFile(path), { formats: ['QRCode'] }).catch(() => []);
  return codes[0]?.text;
}
