import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../../test/harness.ts';
import { folderStorage } from './folder.ts';
import { OtherFiles, requireSameFiles } from './same-files.ts';

const { db } = await cloneDatabase();
const folder = await mkdtemp(join(tmpdir(), 'krapao-same-files-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const node = (files: string) => requireSameFiles(db, folderStorage(join(folder, files)), join(folder, 'uploads'));

test('nodes that start together agree on one mark, and one that sees other files is refused', async () => {
  await Promise.all(['shared', 'shared', 'shared'].map(node));
  await node('shared');
  await expect(node('its own')).rejects.toThrow(OtherFiles);
  await expect(node('its own')).rejects.toThrow(/lacks marks\/[0-9a-f-]{36}: MEDIA_DIR or S3_URL must be the same/);
  await node('shared');
});
