import { randomUUID } from 'node:crypto';
import {
  type ChatEntry,
  enterDesk,
  messageIn,
  OPERATOR,
  open,
  refuse,
  reply,
  replyBox,
  row,
  thread,
  unreadOf,
  visitor,
  WIDE,
} from './desk.ts';
import { expectToast } from './home.ts';
import { button, filled, th, watchCalls } from './member.ts';
import { expect, test } from './world.ts';

test.use({ viewport: WIDE });

test('a message appears by itself as unread and as plain text, is read once seen, and a reply begun is kept', async ({
  page,
  world,
}) => {
  await test.step('a message of a visitor appears by itself as unread, and is read once the operator has seen it', async () => {
    await enterDesk(page, world);
    await expect(page.getByRole('tablist')).toBeVisible();
    const guest = await visitor(world, 'where is my money');
    await expect(unreadOf(page, guest.conversationId)).toHaveText('1');
    await guest.askForPerson();
    await expect(unreadOf(page, guest.conversationId)).toHaveText('2');
    await expect(row(page, guest.conversationId)).toContainText(th['desk.state.waiting']);
    await expect(page).toHaveTitle(/^\(\d+\+?\) /);

    await open(page, guest.conversationId);
    await expect(messageIn(page, 'where is my money')).toBeVisible();
    await expect(replyBox(page)).toBeFocused();
    await expect(unreadOf(page, guest.conversationId)).toBeHidden();
    await guest.say('are you there');
    await expect(messageIn(page, 'are you there')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'are you there' })).toBeAttached();
    await expect(unreadOf(page, guest.conversationId)).toBeHidden();
    const [room] = await world.query('select unread_by_desk from chat_rooms where id = $1', [guest.conversationId]);
    expect(room?.unread_by_desk).toBe(0);
  });

  await test.step('a reply begun in one conversation is still there after a look at another', async () => {
    const [one, other] = [await visitor(world), await visitor(world)];
    const turnTo = async ({ conversationId }: typeof one) => {
      await open(page, conversationId);
      // Until then the box on the screen may be that of the conversation before.
      await expect(row(page, conversationId)).toHaveAttribute('aria-current', 'true');
    };
    await turnTo(one);
    await replyBox(page).fill('half a sent');
    await turnTo(other);
    await expect(replyBox(page)).toHaveValue('');
    await turnTo(one);
    await expect(replyBox(page)).toHaveValue('half a sent');
  });

  await test.step('names and messages of customers are shown as text, whatever markup they hold', async () => {
    const html = '<img src=x onerror="window.ran=1"><b>bold</b>';
    const member = await world.newMember();
    await world.query('update members set name = $2 where id = $1', [member.id, html]);
    const token = await world.tokenOf(member);
    const say = (text: string) =>
      world.call('POST /api/chat/send-message?locale=th', {
        token,
        body: { id: randomUUID(), userId: member.id, message: { message_type: 'text', payload: { text } } },
      });
    await say(`${html} javascript:alert(1) https://example.com/a`);
    const [room] = await world.query('select id from chat_rooms where customer_id = $1', [member.id]);
    await expect(row(page, String(room?.id))).toContainText(html);
    await open(page, String(room?.id));
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(html);
    await expect(thread(page)).toContainText(html);
    await expect(page.locator('main b, main img')).toHaveCount(0);
    const link = thread(page).getByRole('link');
    await expect(link).toHaveAttribute('href', 'https://example.com/a');
    await expect(link).toHaveAttribute('rel', /noopener/);
    await button(page, th['desk.close']).click();
    await expect(page.getByRole('alertdialog')).toContainText(html);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  });
});

test('a conversation is not read while the page of the operator is hidden', async ({ page, world }) => {
  const guest = await visitor(world);
  await page.addInitScript(() => {
    let isHidden = true;
    Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
    Object.assign(window, {
      look: () => {
        isHidden = false;
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
  });
  await page.clock.install();
  const calls = watchCalls(page);
  await enterDesk(page, world, `/desk?conversation=${guest.conversationId}`);
  await expect(messageIn(page, 'hello')).toBeVisible();
  await page.clock.runFor(5_000);
  expect(calls).not.toContain('POST /api/desk/read');
  await expect(unreadOf(page, guest.conversationId)).toHaveText('1');
  await page.evaluate(() => (window as unknown as { look: () => void }).look());
  await page.clock.runFor(1_000);
  await expect(unreadOf(page, guest.conversationId)).toBeHidden();
});

test('a reply is sent once and only when meant, and closing asks before the next message begins another session', async ({
  page,
  world,
}) => {
  const guest = await visitor(world);
  await enterDesk(page, world, `/desk?conversation=${guest.conversationId}`);

  await test.step('a reply reaches the visitor once, however often Send is pressed, and shows when it was read', async () => {
    await replyBox(page).fill('line one');
    await replyBox(page).press('Shift+Enter');
    await replyBox(page).pressSequentially('line two');
    expect(await guest.entriesWith('line one\nline two')).toHaveLength(0);
    await replyBox(page).press('Enter');
    await replyBox(page).press('Enter');
    await button(page, th['chat.send']).click({ force: true });
    await expect(messageIn(page, 'line one line two')).toHaveCount(1);
    await expect.poll(() => guest.entriesWith('line one\nline two')).toHaveLength(1);
    await expect(row(page, guest.conversationId)).toContainText(th['desk.state.you']);

    await expect(thread(page).getByText(th['desk.thread.seen'])).toBeHidden();
    await guest.read();
    await expect(thread(page).getByText(th['desk.thread.seen'])).toBeVisible();
    expect(await guest.entriesWith('line one\nline two')).toHaveLength(1);
  });

  await test.step('an Enter that ends the composing of a word sends nothing', async () => {
    await replyBox(page).fill('ກຳລັງ');
    await replyBox(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
    await expect(replyBox(page)).toHaveValue('ກຳລັງ');
    await replyBox(page).press('Enter');
    await expect(replyBox(page)).toHaveValue('');
    await expect.poll(() => guest.entriesWith('ກຳລັງ')).toHaveLength(1);
  });

  await test.step('a reply that was refused can be removed', async () => {
    await page.route('**/api/desk/reply', refuse);
    await reply(page, 'not meant to be');
    await thread(page).getByRole('button', { name: th['action.remove'] }).click();
    await expect(messageIn(page, 'not meant to be')).toBeHidden();
    await page.unroute('**/api/desk/reply');
    await reply(page, 'meant to be');
    await expect.poll(() => guest.entriesWith('meant to be')).toHaveLength(1);
    expect(await guest.entriesWith('not meant to be')).toHaveLength(0);
  });

  await test.step('closing a conversation asks first; then the next message of the visitor begins another session', async () => {
    const session = await guest.say('thank you');
    const close = button(page, th['desk.close']);
    const question = page.getByRole('alertdialog');
    await close.click();
    await question.getByRole('button', { name: th['action.cancel'] }).click();
    await expect(question).toBeHidden();
    await expect(close).toBeFocused();
    expect(await guest.say('wait')).toBe(session);

    await close.click();
    await question.getByRole('button', { name: th['desk.close'] }).click();
    await expect(thread(page).getByText(th['chat.ended'])).toHaveCount(1);
    await expect(close).toBeHidden();
    await expect(row(page, guest.conversationId)).toBeHidden();
    await page.getByRole('tab', { name: th['desk.list.closed'] }).click();
    await expect(row(page, guest.conversationId)).toBeVisible();

    expect(await guest.say('one more thing')).not.toBe(session);
    await expect(messageIn(page, 'one more thing')).toBeVisible();
    await expect(thread(page).getByText(th['chat.ended'])).toHaveCount(1);
    await expect(row(page, guest.conversationId)).toBeHidden();
    await expect(close).toBeVisible();
  });
});

test('visitors who wait are ended together after a question, and a member who waits stays', async ({ page, world }) => {
  const visitors = [await visitor(world), await visitor(world)];
  for (const guest of visitors) await guest.askForPerson();
  const member = await world.newMember();
  await world.call('POST /api/chat/send-message?locale=th', {
    token: await world.tokenOf(member),
    body: {
      id: randomUUID(),
      userId: member.id,
      message: { message_type: 'postback', payload: { title: 'person', payload: 'agent' } },
    },
  });
  const [room] = await world.query('select id from chat_rooms where customer_id = $1', [member.id]);
  await enterDesk(page, world);
  for (const { conversationId } of visitors) await expect(row(page, conversationId)).toBeVisible();
  await page.getByRole('button', { name: /ผู้เยี่ยมชม/ }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(th['desk.closeVisitors.text']);
  await question.getByRole('button', { name: th['desk.close'] }).click();
  for (const { conversationId } of visitors) await expect(row(page, conversationId)).toBeHidden();
  await expect(page.getByRole('button', { name: /ผู้เยี่ยมชม/ })).toBeHidden();
  await expect(row(page, String(room?.id))).toBeVisible();
});

test('a reply whose answer was lost arrives once', async ({ page, world }) => {
  const guest = await visitor(world);
  await enterDesk(page, world, `/desk?conversation=${guest.conversationId}`);

  await test.step('the lost answer does not matter where the conversation shows that the reply arrived', async () => {
    await page.route('**/api/desk/reply', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await reply(page, 'a moment please');
    await expect.poll(() => guest.entriesWith('a moment please')).toHaveLength(1);
    await expect(thread(page).getByText(OPERATOR.name, { exact: true })).toBeVisible();
    await expect(messageIn(page, 'a moment please')).toHaveCount(1);
    await expect(thread(page).getByRole('alert')).toBeHidden();
    await page.unroute('**/api/desk/reply');
  });

  await test.step('the reply is sent again under its own id where the conversation cannot be read', async () => {
    await expect(messageIn(page, 'hello')).toBeVisible();
    const ids: unknown[] = [];
    await page.route('**/api/desk/reply', async (route) => {
      ids.push(route.request().postDataJSON().id);
      const response = await route.fetch();
      if (ids.length === 1) await route.abort('connectionreset');
      else await route.fulfill({ response });
    });
    // Otherwise the conversation would be read again and show that the reply arrived.
    await page.route('**/api/desk/history', (route) => route.abort('connectionreset'));
    await reply(page, 'your money is on its way');
    await reply(page, 'please look again');
    await expect.poll(() => ids.length).toBe(3);
    expect(ids[0]).toBe(ids[1]);
    await page.unroute('**/api/desk/history');
    await expect(thread(page).getByText(th['chat.sending'])).toHaveCount(0);
    await expect(messageIn(page, 'your money is on its way')).toHaveCount(1);
    await expect(messageIn(page, 'please look again')).toHaveCount(1);
    expect(await guest.entriesWith('your money is on its way')).toHaveLength(1);
  });
});

test('a picture is sent, and a visitor who signs in takes the open conversation along', async ({ page, world }) => {
  const guest = await visitor(world, 'said as a visitor');
  const [{ customer_id: guestId }] = (await world.query('select customer_id from chat_rooms where id = $1', [
    guest.conversationId,
  ])) as [{ customer_id: string }];
  await enterDesk(page, world, `/desk?conversation=${guest.conversationId}`);
  await expect(messageIn(page, 'said as a visitor')).toBeVisible();
  const picture = thread(page).getByRole('button', { name: filled(th['chat.openImage'], { name: 'how to.png' }) });
  const picturesSent = async () => (await guest.history()).filter(({ message }) => message.message_type === 'media');

  const url = await test.step('a picture is sent, and a file that is no picture is refused', async () => {
    const picker = page.getByLabel(th['desk.reply.attach']);
    await picker.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await expectToast(page, th['chat.fileNotSupported']);
    const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 80, height: 60 } });
    await picker.setInputFiles({ name: 'how to.png', mimeType: 'image/png', buffer });
    await expect(picture).toHaveCount(1);
    await expect.poll(picturesSent).toHaveLength(1);
    await expect(picture).toHaveCount(1);
    const [{ message }] = (await picturesSent()) as [ChatEntry];
    return message.payload.url ?? '';
  });

  await test.step('a visitor who signs in takes the open conversation along', async () => {
    const member = await world.newMember({ name: 'สมปอง มาไกล' });
    const body = { userId: member.id, guestId, limit: 10, skip: 0 };
    await world.call('POST /api/chat/history', { token: await world.tokenOf(member), body });
    await page.reload();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(member.name);
    await expect(messageIn(page, 'said as a visitor')).toBeVisible();
    expect(page.url()).not.toContain(guest.conversationId);
  });

  await test.step('the picture is loaded from the service', async () => {
    // Until the page is loaded again, the picture is shown from the page's own memory.
    await expect(picture.locator('img')).toHaveAttribute('src', /^\/media\/chat\//);
    expect((await page.request.get(url)).headers()['content-type']).toMatch(/^image\//);
  });
});
