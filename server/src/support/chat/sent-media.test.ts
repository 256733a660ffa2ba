import { randomUUID } from 'node:crypto';
import type { ChatEntry } from '@krapao/contract/support/chat.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  box,
  type Customer,
  desk,
  deskToken,
  entriesOf,
  filesIn,
  film,
  guest,
  history,
  listening,
  load as loadFrom,
  media,
  memberOf,
  operate,
  say,
  TALKATIVE,
  tell,
  uploadedMedia,
  waitingConversation,
} from '../../../test/chat.ts';
import { BY_ITSELF, newMember, slipsOf, startProductOnSandbox, uploadSlip } from '../../../test/harness.ts';
import { startSession } from '../../platform/sessions.ts';
import { writeSetting } from '../../platform/settings.ts';

const { product, sandbox, database } = await startProductOnSandbox(TALKATIVE);
await writeSetting(database.db, 'slipsClosed', { from: '00:00', to: '00:00' });
const HOUR = 60 * 60;

const colour = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#cde' } })
    .png()
    .toBuffer();
const PNG = await colour(40, 20);
const MP4 = film('isom', box('mdat', 'a film '.repeat(1_000)));
const uploaded = (kind: 'image' | 'video', content: Buffer) => uploadedMedia(product, kind, content);
/** The link of a picture that was uploaded with this token. */
async function uploadedBy(token: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(PNG)]), 'a.png');
  const headers = { 'x-api-key': 'member-web', authorization: `Bearer ${token}` };
  const answer = await fetch(`${product.url}/api/chat/upload-image`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { filePath: string }).filePath;
}
const load = (link: string) => loadFrom(product, link);
const known = async () =>
  (await database.db.query<{ reference: string }>('select reference from chat_files')).rows.map(
    ({ reference }) => reference,
  );
const referenceIn = (link: string) => link.split('/')[3] ?? '';

test('media reaches its room with a fresh link and its text; sending the same entry again is accepted', async () => {
  const who = guest();
  const [image, video] = [await uploaded('image', PNG), await uploaded('video', MP4)];
  const id = randomUUID();
  const sent = media('image', image, { message: '  look  ', url: 'https://elsewhere.example/x.png' });
  for (let time = 0; time < 2; time++) expect(await say(product, who, sent, { id })).toMatchObject({ status: 200 });
  expect(await say(product, who, media('video', video))).toMatchObject({ status: 200 });
  await sandbox.moveClock(13 * HOUR);
  const entries = (await entriesOf(product, who)).filter(({ sender }) => sender === 'customer');
  expect(entries.map(({ message }) => message)).toEqual([
    media('image', expect.stringMatching(/^\/media\/chat\//), { message: 'look', url: expect.anything() }),
    media('video', expect.stringMatching(/^\/media\/chat\//), { url: expect.anything() }),
  ]);
  for (const { message } of entries) {
    const { url, filePath } = (message as unknown as { payload: { url: string; filePath: string } }).payload;
    expect(url).toBe(filePath);
    expect((await load(url)).status).toBe(200);
    // The same file may be shown again in its own room.
    if (url.includes(referenceIn(image))) expect((await say(product, who, media('image', url))).status).toBe(200);
  }
});

test('a link is of one sign-in: it ends with it, and every other sign-in has links of its own', async () => {
  const member = await newMember(product);
  const phone = memberOf(member);
  const laptop = { ...phone, token: await startSession(database.db, member.id, false) };
  const operator = await deskToken(product);
  const conversationId = await waitingConversation(product, operator, phone);
  const [onPhone, onLaptop] = [await listening(product, phone), await listening(product, laptop)];
  const id = await tell(product, phone, media('image', await uploaded('image', PNG)));
  const linkIn = (entries: ChatEntry[]) => {
    const { message } = entries.find((entry) => entry.id === id) ?? expect.fail('the entry is not there');
    return (message as { payload: { url: string } }).payload.url;
  };
  for (const { hears } of [onPhone, onLaptop]) await hears(id);
  const atDesk = async () => {
    const { body } = await desk(product, operator, 'history', { conversationId, limit: 100, skip: 0 });
    return linkIn((body as { entries: ChatEntry[] }).entries);
  };
  const links = {
    'heard on the phone': linkIn(onPhone.heard),
    'read on the phone': linkIn(await entriesOf(product, phone)),
    'heard on the laptop': linkIn(onLaptop.heard),
    'read on the laptop': linkIn(await entriesOf(product, laptop)),
    'read at the desk': await atDesk(),
  };
  const opened = async () => {
    const statuses = Object.entries(links).map(async ([name, link]) => [name, (await load(link)).status] as const);
    return (await Promise.all(statuses)).filter(([, status]) => status === 200).map(([name]) => name);
  };
  expect(await opened()).toEqual(Object.keys(links));
  await product.call('POST /api/logout', { token: phone.token });
  expect(await opened()).toEqual(['heard on the laptop', 'read on the laptop', 'read at the desk']);
  await desk(product, operator, 'logout', {});
  expect(await opened()).toEqual(['heard on the laptop', 'read on the laptop']);
  await operate(product, 'member block', member.id);
  expect(await opened()).toEqual([]);
});

test('a slip’s link ends with the sign-in that it was shown to', async () => {
  const member = await newMember(product);
  expect((await uploadSlip(product, member, new Uint8Array(await colour(200, 201)))).status).toBe(200);
  const [slip] = await slipsOf(product, member);
  const link = new URL(slip?.link ?? '', product.url).pathname;
  expect((await load(link)).status).toBe(200);
  await product.call('POST /api/logout', { token: member.token });
  expect((await load(link)).status).toBe(404);
});

test('a file whose message waited for the network for hours can still be sent, though its link opens no longer', async () => {
  const link = await uploaded('image', PNG);
  await sandbox.moveClock(HOUR);
  expect((await load(link)).status).toBe(404);
  expect(await say(product, guest(), media('image', link))).toMatchObject({ status: 200 });
  const tooLate = await uploaded('image', PNG);
  await sandbox.moveClock(12 * HOUR + 11 * 60);
  expect(await say(product, guest(), media('image', tooLate))).toMatchObject({ status: 400 });
});

test('a link that another was given is no way to the file, also while the file was not sent', async () => {
  const [owner, thief] = [await newMember(product), await newMember(product)];
  const own = media('image', await uploadedBy(owner.token));
  await product.call('POST /api/logout', { token: owner.token });
  const refused = { status: 400, body: { message: 'INVALID_REQUEST', fields: { filePath: 'INVALID' } } };
  for (const other of [memberOf(thief), guest()]) expect(await say(product, other, own)).toMatchObject(refused);
  // A message that waited while its sender signed in anew is not lost.
  const again = { ...memberOf(owner), token: await startSession(database.db, owner.id, false) };
  expect((await say(product, again, own)).status).toBe(200);
});

test('only a file that was uploaded here, and was sent in no other room, can be sent', async () => {
  const [owner, thief] = [guest(), guest()];
  const member = await newMember(product);
  expect(await uploadSlip(product, member, new Uint8Array(await colour(200, 200)))).toMatchObject({
    status: 200,
  });
  const slip = (await slipsOf(product, member))[0]?.link ?? '';
  expect((await load(new URL(slip, product.url).pathname)).status).toBe(200);
  const taken = await uploaded('image', PNG);
  expect(await say(product, owner, media('image', taken))).toMatchObject({ status: 200 });
  const fresh = await uploaded('image', PNG);
  const refused = { status: 400, body: { message: 'INVALID_REQUEST', fields: { filePath: 'INVALID' } } };
  const attempts: Record<string, object> = {
    nothing: media('image', ''),
    'never uploaded': media('image', `/media/chat/${'0'.repeat(40)}/9999999999999/-/${'0'.repeat(64)}`),
    'a slip': media('image', new URL(slip, product.url).pathname),
    'a slip as if it were ours': media('image', new URL(slip, product.url).pathname.replace('/slips/', '/chat/')),
    'sent by somebody else': media('image', taken),
    'another address': media('image', `https://elsewhere.example${fresh}`),
    'a longer path': media('image', `${fresh}/..`),
    'a picture as a film': media('video', fresh),
    'a picture as a file': media('file', fresh),
  };
  for (const who of [thief, memberOf(member)] as Customer[]) {
    for (const [what, message] of Object.entries(attempts))
      expect([what, await say(product, who, message)]).toMatchObject([what, refused]);
    expect(await history(product, who)).toEqual({ conversations: [], unread: 0 });
  }
  const rooms = Array.from({ length: 8 }, guest);
  const answers = await Promise.all(rooms.map((who) => say(product, who, media('image', fresh))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(400)]);
});

test('a file that a visitor has sent is the member’s once they have signed in: only the member can show it again', async () => {
  const was = guest();
  const member = memberOf(await newMember(product));
  const link = await uploaded('image', PNG);
  await tell(product, was, media('image', link));
  await history(product, { ...was, ...member });
  expect(await say(product, member, media('image', link))).toMatchObject({ status: 200 });
  expect(await say(product, was, media('image', link))).toMatchObject({ status: 400 });
});

test('a file that was never sent is gone after a day, from the table and from the disk; a sent one stays', async () => {
  const [unsent, sent] = [await uploaded('image', PNG), await uploaded('video', MP4)];
  const who = guest();
  expect(await say(product, who, media('video', sent))).toMatchObject({ status: 200 });
  await sandbox.moveClock(23 * HOUR);
  const young = await uploaded('image', PNG);
  // Once an older file has gone, the worker has looked at these too.
  const old = referenceIn(await uploaded('image', PNG));
  await database.db.query(`update chat_files set created_at = created_at - interval '2 days' where reference = $1`, [
    old,
  ]);
  await expect.poll(known, BY_ITSELF).not.toContain(old);
  for (const kept of [unsent, sent, young]) expect(await known()).toContain(referenceIn(kept));
  await sandbox.moveClock(HOUR + 60);
  await expect.poll(known, BY_ITSELF).not.toContain(referenceIn(unsent));
  const onDisk = async () => (await filesIn(product.mediaDir)).map((name) => name.split('.')[0]);
  await expect.poll(onDisk, BY_ITSELF).not.toContain(referenceIn(unsent));
  for (const kept of [sent, young]) {
    expect(await known()).toContain(referenceIn(kept));
    expect(await onDisk()).toContain(referenceIn(kept));
  }
});
