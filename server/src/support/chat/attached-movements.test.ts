import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  conversationEnding,
  desk,
  deskToken,
  entriesOf,
  guest,
  memberOf,
  refusal,
  say,
  TALKATIVE,
  tell,
  textsOf,
} from '../../../test/chat.ts';
import { newMember, newPlayer, startPayingWorld, transfer, withdraw } from '../../../test/harness.ts';

const { product } = await startPayingWorld(TALKATIVE);

const about = (movement: string, words = 'about this') => ({
  message_type: 'text',
  payload: { text: words, movement },
});
const idOf = (answer: { body: unknown }) => (answer.body as { id: string }).id;

async function newAsker() {
  const member = await newPlayer(product, { wallet: 60_000, pg: 0 });
  const large = idOf(await withdraw(product, member, 25_000));
  return { member, who: memberOf(member), large };
}

test('the bot speaks of the movement that a message is about, also where another is newer or its words name another', async () => {
  const { member, who, large } = await newAsker();
  await withdraw(product, member, 300);
  await tell(product, who, about(large, 'and my deposit of 77?'));
  const texts = await textsOf(product, who);
  expect(texts.at(-1)).toMatch(/^Your withdrawal of 25,000\.00 baht on .* is being checked/);
  expect(texts.at(-1)).not.toContain('300.00');
});

test('the bot speaks of transfers too, and a member who asks for a person gets one', async () => {
  const { member, who, large } = await newAsker();
  const moved = idOf(await transfer(product, member, { from: 'wallet', to: 'pg', amount: 12.34 }));
  await tell(product, who, about(moved));
  expect((await textsOf(product, who)).at(-1)).toMatch(/^Your transfer of 12\.34 baht on .* was successful\.$/);
  await tell(product, who, about(large, 'let me talk to a person about this'));
  expect((await textsOf(product, who)).at(-1)).toContain('A person will answer');
});

test('the movement stays with the message, and sending it again changes nothing', async () => {
  const { who, large } = await newAsker();
  const id = randomUUID();
  expect(await say(product, who, about(large.toUpperCase()), { id })).toMatchObject({ status: 200 });
  const before = await entriesOf(product, who);
  expect(await say(product, who, about(large.toUpperCase()), { id })).toMatchObject({ status: 200 });
  expect(await entriesOf(product, who)).toEqual(before);
  expect(before.find((entry) => entry.id === id)?.message).toEqual(about(large));
});

test('nobody asks about the movement of another, and a visitor about none', async () => {
  const { large } = await newAsker();
  const stranger = memberOf(await newMember(product));
  for (const [who, movement] of [
    [stranger, large],
    [stranger, randomUUID()],
    [guest(), large],
  ] as const)
    expect(await say(product, who, about(movement))).toMatchObject(refusal(404, 'NO_DATA'));
  expect(await entriesOf(product, stranger)).toEqual([]);
});

test.each(['', 'x', `${randomUUID()}0`, '%00', null, 1, [randomUUID()]])(
  'the movement %j is refused as bad input',
  async (movement) => {
    const who = memberOf(await newMember(product));
    const answer = await say(product, who, about(movement as string));
    expect(answer).toMatchObject({ status: 400, body: { message: 'INVALID_REQUEST' } });
  },
);

test('the desk sees the movement that is asked about as it is now, and no other', async () => {
  const { member, who, large } = await newAsker();
  const other = idOf(await withdraw(product, member, 100));
  const token = await deskToken(product);
  await tell(product, who, { message_type: 'postback', payload: { title: 'a person', payload: 'agent' } });
  const words = `look at this ${randomUUID()}`;
  await tell(product, who, about(large, words));
  const { id: conversationId } = await conversationEnding(product, token, words);
  const read = (movement: string) => desk(product, token, 'movement', { conversationId, movement });
  const { status, body } = await read(large);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { movement: { id: large, amount: 25_000, step: 'CHECKING' }, currency: 'BAHT' },
  });
  // The member's bank account is nothing that the desk has to see.
  expect(body).not.toHaveProperty('account');
  await product.call(`DELETE /api/wallet/withdraw/${large}`, { token: member.token });
  expect((await read(large)).body).toMatchObject({ movement: { step: 'CANCELLED' } });
  for (const movement of [other, randomUUID()]) expect(await read(movement)).toMatchObject(refusal(404, 'NO_DATA'));
  const none = { conversationId: randomUUID(), movement: large };
  expect(await desk(product, token, 'movement', none)).toMatchObject(refusal(404, 'NO_DATA'));
});
