import { IN_FULL } from '../world/tier.ts';
import { agentOf, chatOf, numbered, sayAsMember, topOf, watchMessages } from './chat.ts';
import { enter, th } from './member.ts';
import { expect, test } from './world.ts';

test(
  'a hundred messages are read ten at a time, in order and each once, and the message being read never jumps',
  IN_FULL,
  async ({ page, world }) => {
    const member = await world.newMember();
    await sayAsMember(world, member, 'let us begin');
    const agent = await agentOf(world);
    await agent.say(await agent.conversationWith(member.id), ...numbered('line', 100));
    await enter(page, world, member, '/user/contact');
    const chat = chatOf(page);
    await chat.open();
    await expect(chat.log.getByText('line 100', { exact: true })).toBeInViewport();
    for (let known = 10; known < 100; known = (await chat.linesBeginning('line')).length) {
      // The widget loads as many messages as fill the screen by itself.
      await expect.poll(() => chat.log.evaluate((log) => log.scrollTop)).toBeGreaterThan(80);
      const before = await chat.linesBeginning('line');
      const anchor = chat.log.getByText(before[0] ?? '', { exact: true });
      // Holds the answer back until the anchor's place is noted, with the list at its top.
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      await page.route('**/api/chat/history', async (route) => {
        await held;
        await route.continue();
      });
      const asked = page.waitForRequest('**/api/chat/history');
      await chat.log.evaluate((log) => log.scrollTo(0, 0));
      expect((await asked).postDataJSON()).toMatchObject({ limit: 10 });
      const top = await topOf(anchor);
      letGo();
      await expect.poll(async () => (await chat.linesBeginning('line')).length).toBeGreaterThan(before.length);
      expect(Math.abs((await topOf(anchor)) - top)).toBeLessThan(2);
      await page.unroute('**/api/chat/history');
    }
    expect(await chat.linesBeginning('line')).toEqual(numbered('line', 100));
  },
);

test.describe('without a connection', () => {
  test.use({ expectedError: /WebSocket connection to .* failed/ });

  test('messages written offline wait, also through a reload, and are sent once and in order without the chat being opened, and missed messages appear once', async ({
    page,
    context,
    world,
  }) => {
    const member = await world.newMember();
    await sayAsMember(world, member, 'let us begin');
    await enter(page, world, member, '/user/contact');
    const chat = chatOf(page);
    await chat.open();
    await expect(chat.log.getByText('let us begin')).toBeVisible();
    const agent = await agentOf(world);
    const conversation = await agent.conversationWith(member.id);
    await agent.say(conversation, 'agent 1');
    await expect(chat.log.getByText('agent 1')).toBeVisible();

    await context.setOffline(true);
    await expect(chat.panel.getByText(th['chat.reconnecting'])).toBeVisible();
    await chat.say(...numbered('offline', 5));
    await agent.say(conversation, ...numbered('agent', 15).slice(1));
    await expect(chat.log.getByText(th['chat.sending'])).toHaveCount(5);
    await context.setOffline(false);
    await chat.expectSent();
    await expect.poll(() => chat.linesBeginning('agent')).toEqual(numbered('agent', 15));
    expect(await chat.linesBeginning('offline')).toEqual(numbered('offline', 5));

    const messages = await watchMessages(page);
    await page.reload();
    await chat.open();
    await expect(chat.panel.getByText(th['chat.online'])).toBeVisible();
    messages.hold('socket', 'http');
    await chat.say('do not lose me');
    await expect(chat.log.getByText(th['chat.sending'])).toBeVisible();
    const delivered = messages.delivered();
    await page.reload();
    messages.hold();
    await expect.poll(messages.delivered).toBe(delivered + 1);
    await chat.open();
    await expect(chat.log.getByText('do not lose me')).toHaveCount(1);
    await chat.expectSent();
    await expect.poll(() => chat.linesBeginning('offline')).toEqual(numbered('offline', 5));
  });
});

test('a message goes over the socket, and by HTTP, once, where the socket does not acknowledge it', async ({
  page,
  world,
}) => {
  const messages = await watchMessages(page);
  await enter(page, world, await world.newMember(), '/user/contact');
  const chat = chatOf(page);
  await chat.open();
  await expect(chat.panel.getByText(th['chat.online'])).toBeVisible();
  await chat.say('over the socket');
  await expect(chat.log.getByText('over the socket')).toBeVisible();
  await chat.expectSent();
  expect([messages.bySocket(), messages.byHttp()]).toEqual([1, 0]);

  messages.hold('socket');
  await chat.say('by another way');
  await expect.poll(messages.byHttp).toBe(1);
  await chat.expectSent();
  expect(messages.sent()).toBe(2);
  await page.reload();
  await chat.open();
  await expect(chat.log.getByText('over the socket')).toHaveCount(1);
  await expect(chat.log.getByText('by another way')).toHaveCount(1);
});

test('a page has one connection, however long the chat is open', async ({ page, world }) => {
  await page.clock.install();
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await enter(page, world, await world.newMember(), '/user/contact');
  const chat = chatOf(page);
  await expect
    .poll(async () => {
      await page.clock.runFor(200);
      return chat.launcher.isVisible();
    })
    .toBe(true);
  await chat.open();
  await expect(chat.panel.getByText(th['chat.online'])).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(chat.panel.getByText(th['chat.online'])).toBeVisible();
  expect(sockets).toHaveLength(1);
});
