import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import {
  type Customer,
  conversationEnding,
  conversations,
  desk,
  deskToken,
  entriesOf,
  guest,
  memberOf,
  postback,
  reply,
  say,
  TALKATIVE,
  tell,
  textsOf,
  waitingConversation,
} from '../../../test/chat.ts';
import {
  BY_ITSELF,
  makeQrcode,
  newMember,
  newPlayer,
  slipsOf,
  startPayingWorld,
  startProduct,
  statementOf,
  uploadSlip,
  withdraw,
} from '../../../test/harness.ts';
import { BadConfig } from '../../config.ts';
import { readBotScript } from './bot-script.ts';

// No worker judges slips or pays out until one is started.
const { product, sandbox, database } = await startPayingWorld({ ROLE: 'api', ...TALKATIVE });
const token = await deskToken(product);
const environment = { SANDBOX_URL: sandbox.url, PROVIDER_TIMEOUT_MS: '10000' };

const GREETING = 'Hello! How can we help? Choose a topic below or just write.';
const OTHERWISE = 'Sorry, I did not understand that. Choose a topic below or talk to a person.';

/** The bot's answers to this message, without those to earlier ones. */
async function answersTo(who: Customer, message: string | object, locale = 'en') {
  const before = (await entriesOf(product, who)).length;
  const id = await tell(product, who, message, locale);
  const said = (await entriesOf(product, who)).slice(before);
  expect(said[0]?.id).toBe(id);
  return said.slice(1);
}

async function answerTo(who: Customer, message: string | object, locale = 'en') {
  const [answer, ...more] = await answersTo(who, message, locale);
  expect(more).toEqual([]);
  return (answer?.message as { payload?: { text?: string } } | undefined)?.payload?.text;
}

test('a customer who begins is greeted, once in a session; a later message that is not understood is answered as such', async () => {
  const who = guest();
  expect(await answerTo(who, 'good morning')).toBe(GREETING);
  expect(await answerTo(who, 'good morning')).toBe(OTHERWISE);
  expect(await answerTo(who, postback('nothing we know'))).toBe(OTHERWISE);
  const { id } = await conversationEnding(product, token, OTHERWISE);
  await desk(product, token, 'close', { conversationId: id });
  expect(await answerTo(who, 'good morning')).toBe(GREETING);
  expect(await answerTo(who, 'good morning')).toBe(OTHERWISE);
});

test('a customer who begins with a question gets its answer and no greeting', async () => {
  expect(await answerTo(guest(), postback('menu'))).toBe('Choose a topic.');
  expect(await answerTo(guest(), 'help!')).toBe('Choose a topic.');
});

test('a button brings what it promises: cards, buttons, quick replies', async () => {
  const [cards, more] = await answersTo(guest(), postback('how-to-deposit'));
  expect(cards).toMatchObject({ sender: 'other', name: 'Krapao', message: { message_type: 'generic' } });
  expect(cards?.message).toMatchObject({ payloads: [{ title: 'QR code', buttons: [{ type: 'web' }] }, {}] });
  expect(more?.message).toMatchObject({ message_type: 'quick_replies', payload: { text: 'Anything else?' } });
});

test.each([
  ['th', 'ขอดูเมนูหน่อย', 'เลือกหัวข้อที่ต้องการได้เลยค่ะ'],
  ['la', 'ຂໍເບິ່ງເມນູ', 'ເລືອກຫົວຂໍ້ທີ່ຕ້ອງການໄດ້ເລີຍ'],
  ['en', 'the MENU, please', 'Choose a topic.'],
  ['th', 'ฝากเงินแล้วเงินไม่เข้า', 'เข้าสู่ระบบก่อนนะคะ แล้วถามที่นี่อีกครั้ง การสนทนานี้จะยังอยู่ค่ะ'],
  ['la', 'ຖອນເງິນ', 'ກະລຸນາເຂົ້າສູ່ລະບົບກ່ອນແລ້ວຖາມຢູ່ນີ້ອີກຄັ້ງ, ການສົນທະນານີ້ຈະຍັງຢູ່'],
  ['en', 'my Withdrawal?', 'Please log in first, then ask here again. This conversation will still be here.'],
  ['th', 'คุยกับแอดมิน', 'รับทราบค่ะ เจ้าหน้าที่จะตอบกลับโดยเร็วที่สุด พิมพ์รายละเอียดทิ้งไว้ได้เลยค่ะ'],
])('in %s, “%s” is understood and answered in that language', async (locale, words, answer) => {
  expect(await answerTo(guest(), words, locale)).toBe(answer);
});

test('without a language of its own a message is answered in the browser’s, else in the edition’s', async () => {
  const said = async (headers: Record<string, string>) => {
    const who = guest();
    const body = { ...who, id: randomUUID(), message: postback('menu') };
    expect((await product.call('POST /api/chat/send-message', { body, headers })).status).toBe(200);
    return (await textsOf(product, who)).at(-1);
  };
  expect(await said({ 'accept-language': 'lo-LA,en;q=0.5' })).toBe('ເລືອກຫົວຂໍ້ທີ່ຕ້ອງການໄດ້ເລີຍ');
  expect(await said({ 'accept-language': 'fr' })).toBe('เลือกหัวข้อที่ต้องการได้เลยค่ะ');
});

test('a visitor who asks for their money is told to sign in', async () => {
  for (const kind of ['deposit-state', 'withdrawal-state']) {
    const [answer] = await answersTo(guest(), postback(kind));
    expect(answer?.message).toMatchObject({ payload: { buttons: [{ type: 'web', payload: '/login' }] } });
  }
});

const TIME = '\\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d';

test('the bot says where the member’s deposits and withdrawals are, in each of their states', async () => {
  const member = await newPlayer(product, { wallet: 1000 });
  const who = memberOf(member);
  const ask = (kind: string) => answerTo(who, postback(kind));
  expect(await ask('deposit-state')).toMatch(/^There is no deposit on this account yet\./);
  expect(await ask('withdrawal-state')).toBe('There is no withdrawal on this account yet.');

  const picture = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#cde' } })
    .png()
    .toBuffer();
  expect(await uploadSlip(product, member, new Uint8Array(picture))).toMatchObject({ status: 200 });
  expect(await withdraw(product, member, 333.33)).toMatchObject({ status: 200 });
  // The slip has not been read yet, so its amount is unknown.
  expect(await ask('deposit-state')).toMatch(
    new RegExp(`^Your deposit on ${TIME} is in progress: the slip is still being read`),
  );
  expect(await ask('withdrawal-state')).toMatch(
    new RegExp(`^Your withdrawal of 333\\.33 baht on ${TIME} is being checked`),
  );

  await startProduct(database, { ...environment, ROLE: 'worker' });
  const newest = async (type: string) =>
    (await statementOf(product, member)).find(({ statementType }) => statementType === type)?.status;
  await expect.poll(async () => (await slipsOf(product, member))[0]?.status, BY_ITSELF).toBe('FAILED');
  await expect.poll(() => newest('withdraw'), BY_ITSELF).toBe('SUCCESS');
  expect(await ask('deposit-state')).toMatch(new RegExp(`^Your deposit on ${TIME} failed\\.`));
  expect(await ask('withdrawal-state')).toMatch(
    new RegExp(`^Your withdrawal of 333\\.33 baht on ${TIME} was successful`),
  );

  const { qrcodeId } = await makeQrcode(product, member, 'WW', 1234);
  await sandbox.pay(qrcodeId);
  await expect.poll(() => newest('deposit'), BY_ITSELF).toBe('SUCCESS');
  await sandbox.nextPayout('refused');
  await withdraw(product, member, 200);
  await expect.poll(() => newest('withdraw'), BY_ITSELF).toBe('FAILED');
  expect(await ask('deposit-state')).toMatch(
    /^Your deposit of 1,234\.\d\d baht on .* was successful and is in your wallet\.$/,
  );
  expect(await ask('withdrawal-state')).toMatch(/^Your withdrawal of 200\.00 baht on /);
  expect(await answerTo(who, 'ฝาก', 'th')).toMatch(/^รายการฝาก 1,234\.\d\d บาท เมื่อ .* สำเร็จแล้ว เงินเข้ากระเป๋าแล้วค่ะ$/);
  expect((await textsOf(product, who)).join()).not.toMatch(/[{}]/);
});

test('of several withdrawals the bot names all that are open, each with its step, before one that was cancelled', async () => {
  const member = await newPlayer(product, { wallet: 60_000 });
  await sandbox.nextPayout('silent');
  const cancelled = (await withdraw(product, member, 21_000)).body as { id: string };
  await product.call(`DELETE /api/wallet/withdraw/${cancelled.id}`, { token: member.token });
  for (const amount of [25_000, 500]) expect(await withdraw(product, member, amount)).toMatchObject({ status: 200 });
  // As if it had left by now, whether a worker runs or not.
  const leave = `update withdrawals set state = 'called', called_at = clock_timestamp()
    where member_id = $1 and amount = 50000 and state = 'held'`;
  await database.db.query(leave, [member.id]);
  const told = await answerTo(memberOf(member), 'where is my withdrawal?');
  expect(told?.split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^Your withdrawal of 25,000\\.00 baht on ${TIME} is being checked`)),
    expect.stringMatching(new RegExp(`^Your withdrawal of 500\\.00 baht on ${TIME} is on its way`)),
    expect.stringMatching(new RegExp(`^Your withdrawal of 21,000\\.00 baht on ${TIME} was cancelled`)),
  ]);
  expect((await answerTo(memberOf(member), 'withdraw 500?'))?.split('\n')).toHaveLength(1);
});

test('money that the service gave or took as a correction is no deposit and no withdrawal to the bot', async () => {
  const member = await newPlayer(product, { wallet: 1000 });
  for (const act of ['correct credit', 'correct debit']) await operatorOf(database.db)(act, member.id, '500');
  const told = [];
  for (const kind of ['deposit-state', 'withdrawal-state']) told.push(await answerTo(memberOf(member), postback(kind)));
  expect(told).toEqual([
    expect.stringMatching(/^There is no deposit/),
    expect.stringMatching(/^There is no withdrawal/),
  ]);
});

test('asked for a person, the bot says so, and keeps silent from then on but for the buttons it offered', async () => {
  const who = guest();
  const stateOf = async (id: string) =>
    (await conversations(product, token)).conversations.find((one) => one.id === id);
  const conversation = await waitingConversation(product, token, who);
  expect(await stateOf(conversation)).toMatchObject({ state: 'waiting', operator: null });
  expect(await answersTo(who, 'is anybody there? menu')).toEqual([]);
  expect(await answerTo(who, postback('menu'))).toBe('Choose a topic.');
  expect(await stateOf(conversation)).toMatchObject({ state: 'waiting' });

  await reply(product, token, conversation, 'I am');
  expect(await answersTo(who, 'menu, please')).toEqual([]);
  expect(await answersTo(who, postback('nothing we know'))).toEqual([]);
  expect(await answerTo(who, postback('deposit-state'))).toMatch(/^Please log in/);
  expect(await answerTo(who, postback('agent'))).toMatch(/^Got it\./);
  expect(await stateOf(conversation)).toMatchObject({ state: 'agent' });

  await desk(product, token, 'close', { conversationId: conversation });
  expect(await answerTo(who, 'hello again')).toBe(GREETING);
});

test('a message that is sent again is answered once, also if it is answered otherwise by now', async () => {
  const who = guest();
  const id = randomUUID();
  await Promise.all(Array.from({ length: 5 }, () => say(product, who, postback('how-to-deposit'), { id })));
  expect(await entriesOf(product, who)).toHaveLength(3);

  const member = await newMember(product);
  const again = randomUUID();
  await say(product, memberOf(member), postback('deposit-state'), { id: again });
  const { qrcodeId } = await makeQrcode(product, member, 'WW', 500);
  await sandbox.pay(qrcodeId);
  await expect.poll(async () => (await statementOf(product, member)).length, BY_ITSELF).toBe(1);
  const before = await entriesOf(product, memberOf(member));
  for (const locale of ['en', 'th'])
    expect((await say(product, memberOf(member), postback('deposit-state'), { id: again, locale })).status).toBe(200);
  expect(await entriesOf(product, memberOf(member))).toEqual(before);
});

test('a message that was stored and not answered, since the node was cut off in between, is answered when it is sent again', async () => {
  const who = guest();
  /** Says something, loses the answer, and says it again. */
  const sayUnanswered = async (words: string) => {
    const id = await tell(product, who, words);
    const answer = (await entriesOf(product, who)).at(-1)?.id;
    await database.db.query('delete from chat_entries where id = $1', [answer]);
    const sql = 'update chat_rooms set last_position = last_position - 1 where customer_id = $1';
    await database.db.query(sql, [who.guestId]);
    expect((await textsOf(product, who)).at(-1)).toBe(words);
    await say(product, who, words, { id });
    return (await textsOf(product, who)).at(-1);
  };
  expect(await sayUnanswered('hello')).toBe(GREETING);
  expect(await sayUnanswered('menu')).toBe('Choose a topic.');
  expect(await sayUnanswered('good morning')).toBe(OTHERWISE);
  expect(await entriesOf(product, who)).toHaveLength(6);
  await database.db.query(`update chat_rooms set state = 'closed' where customer_id = $1`, [who.guestId]);
  expect(await sayUnanswered('hello again')).toBe(GREETING);
});

const folder = await mkdtemp(join(tmpdir(), 'krapao-bot-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const own = JSON.parse(await readFile(new URL('./bot-script.json', import.meta.url), 'utf8'));

test.each<[string, string | object, RegExp]>([
  ['nothing', '', /must be a file of JSON/],
  ['no JSON', '{"greeting": ', /must be a file of JSON/],
  ['no greeting', { ...own, greeting: undefined }, /greeting/],
  ['an empty greeting', { ...own, greeting: [] }, /greeting/],
  ['an answer without words', { ...own, answers: [{ says: own.greeting }] }, /answers\/0/],
  ['a state that nobody knows', { ...own, answers: [{ ...own.answers[0], leadsTo: 'sleep' }] }, /answers\/0\/leadsTo/],
  [
    'a text that is missing in Lao',
    { ...own, goodbye: { message_type: 'text', payload: { text: { th: 'a', en: 'b' } } } },
    /no message in th/,
  ],
  ['a message of no kind', { ...own, otherwise: [{ message_type: 'song', payload: {} }] }, /no message in th.*song/],
])('a script of %s stops the boot with a sentence that names it', async (what, script, sentence) => {
  const path = join(folder, `${what}.json`);
  await writeFile(path, typeof script === 'string' ? script : JSON.stringify(script));
  const start = startProduct(database, { ...environment, ROLE: 'api', CHAT_BOT_SCRIPT: path });
  const problem = await start.then(
    () => expect.fail('it started'),
    (error: Error) => error,
  );
  expect(problem).toBeInstanceOf(BadConfig);
  expect(problem.message).toMatch(/^CHAT_BOT_SCRIPT/);
  expect(problem.message).toMatch(sentence);
});

test('our own script passes the check of a given one', async () => {
  await expect(readBotScript(fileURLToPath(new URL('./bot-script.json', import.meta.url)))).resolves.toEqual(own);
});

test('a script that is not there stops the boot; a good one is spoken', async () => {
  const started = (CHAT_BOT_SCRIPT: string) => startProduct(database, { ...environment, ROLE: 'api', CHAT_BOT_SCRIPT });
  await expect(started(join(folder, 'absent.json'))).rejects.toThrow(/^CHAT_BOT_SCRIPT.*ENOENT/);
  const path = join(folder, 'good.json');
  const greeting = [{ message_type: 'text', payload: { text: { th: 'ก', la: 'ກ', en: 'Ahoy' } } }];
  await writeFile(path, JSON.stringify({ ...own, greeting }));
  const who = guest();
  await tell(await started(path), who, 'hm');
  expect((await textsOf(product, who)).at(-1)).toBe('Ahoy');
});
