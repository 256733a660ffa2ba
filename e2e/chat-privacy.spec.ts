import { chatOf, watchMessages } from './chat.ts';
import { button, enter, enterCredentials, th, VERSION } from './member.ts';
import { violationsOf } from './wcag.ts';
import { expect, type Member, test } from './world.ts';

test('a guest who signs in keeps the conversation, the widget hides it after signing out, and no message is sent as another customer', async ({
  page,
  world,
}) => {
  const [member, other] = [await world.newMember(), await world.newMember()];
  const messages = await watchMessages(page);
  await page.goto('/login');
  const chat = chatOf(page);
  const signInAs = async (who: Member) => {
    await enterCredentials(page, who);
    await expect(page).toHaveURL(/\/user\/home$/);
  };
  const signOut = async () => {
    await button(page, th['menu.logOut']).click();
    await expect(page).toHaveURL(/\/login/);
  };
  const hello = chat.panel.getByText(th['chat.hello']);

  await test.step('a guest who signs in keeps the conversation', async () => {
    await chat.open();
    await chat.say('said as a guest');
    await chat.expectSent();
    await chat.end();
    await signInAs(member);
    await expect(chat.panel).toBeHidden();
    await expect(chat.launcher).toBeVisible();
    await chat.launcher.click();
    await expect(chat.log.getByText('said as a guest')).toHaveCount(1);
    await chat.say('said as a member');
    await chat.expectSent();
    await chat.end();
  });

  await test.step('after signing out the widget does not show it, and after signing in again it does', async () => {
    await signOut();
    await chat.open();
    await expect(hello).toBeVisible();
    await expect(chat.log.locator('[data-entry]')).toHaveCount(0);
    await chat.end();

    await signInAs(member);
    await chat.launcher.click();
    await expect(chat.log.getByText('said as a guest')).toHaveCount(1);
    await expect(chat.log.getByText('said as a member')).toHaveCount(1);
  });

  await test.step('a message that a member could not send is never sent as another customer', async () => {
    messages.hold('socket', 'http');
    await chat.say('a secret');
    await expect(chat.log.getByText(th['chat.sending'])).toBeVisible();
    await chat.end();
    await signOut();
    messages.hold();
    const before = messages.sent();
    await chat.open();
    await expect(hello).toBeVisible();
    await chat.end();
    await signInAs(other);
    await chat.open();
    await expect(hello).toBeVisible();
    await chat.say('not a secret');
    await chat.expectSent();
    expect(messages.sent()).toBe(before + 1);
    await expect(chat.log.getByText('a secret', { exact: true })).toHaveCount(0);
  });
});

test('a message is shown as text, whatever markup it holds', async ({ page }) => {
  const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  const buttons = [
    { type: 'web', title: evil, payload: 'javascript:document.title=3' },
    { type: 'call', title: 'call', payload: '1;javascript:alert(1)' },
    { type: 'other', title: 'other', payload: evil },
  ];
  const messages = [
    { message_type: 'text', payload: { text: `${evil} javascript:alert(1) https://example.com/a` } },
    { message_type: 'buttons', payload: { text: evil, buttons } },
    {
      message_type: 'generic',
      payloads: [{ title: evil, subtitle: evil, image_url: 'https://evil.example/x', buttons }],
    },
    {
      message_type: 'generic',
      payloads: [
        { title: 'a card', subtitle: 'below its title', image_url: '/art/rewards/new100.svg', buttons: [] },
        { title: 'another card', buttons: [] },
        { title: 'the last card', buttons: [] },
      ],
    },
    { message_type: 'media', payload: { url: 'javascript:alert(1)', fileType: 'file', filePath: '', name: evil } },
    { message_type: 'media', payload: { url: '//evil.example/x', fileType: 'image', filePath: '', name: evil } },
    { message_type: 'postback', payload: { title: evil, payload: evil } },
    { message_type: 'of tomorrow', payload: evil },
    { message_type: 'unknown' },
    { message_type: 'quick_replies', payload: { text: evil, buttons } },
  ];
  const conversations = messages.toReversed().map((message, at) => ({
    id: `00000000-0000-4000-8000-00000000000${at}`,
    sender: 'other',
    name: evil,
    message,
    createdAt: new Date(Date.now() - at * 60_000).toISOString(),
    session_id: 'one',
  }));
  await page.route('**/api/chat/history', (route) => route.fulfill({ json: { conversations, unread: 0 } }));
  const outside: string[] = [];
  page.on('request', (request) => request.url().includes('evil.example') && outside.push(request.url()));
  await page.goto('/login');
  const chat = chatOf(page);
  await chat.open();
  await expect(chat.log.locator('[data-entry]')).toHaveCount(messages.length);
  await expect(chat.log.getByText(th['chat.unknown'])).toHaveCount(2);
  await expect(chat.log.getByText(evil, { exact: true }).first()).toBeVisible();
  await expect(chat.log.locator('script, iframe')).toHaveCount(0);
  for (const words of ['a card', 'below its title'])
    await expect(chat.log.getByText(words, { exact: true })).toBeVisible();
  await expect(chat.log.locator('img')).toHaveAttribute('src', '/art/rewards/new100.svg');
  const cards = chat.log.getByRole('list', { name: th['chat.cards'], exact: true }).last();
  // Chromium leads the Tab key to a row that slides even without this; other browsers do not.
  await expect(cards).toHaveAttribute('tabindex', '0');
  await cards.focus();
  await expect(cards).toBeFocused();
  const slideOn = async () => {
    await page.keyboard.press('ArrowRight');
    return cards.evaluate((row) => row.scrollLeft > 0 && row.scrollLeft + row.clientWidth >= row.scrollWidth - 1);
  };
  await expect.poll(slideOn).toBe(true);
  await expect(cards.getByText('the last card', { exact: true })).toBeInViewport();
  const links = await chat.log.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual(['https://example.com/a']);
  await expect(chat.log.getByRole('link')).toHaveAttribute('rel', /noopener noreferrer/);
  await expect(page).toHaveTitle(new RegExp(th['menu.logIn']));
  expect(outside).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);
});

test('a button of a message leads to its address, dials its number, or is only words', async ({ page, context }) => {
  const buttons = [
    { type: 'web', title: 'our rules', payload: 'https://rules.example/play?page=2' },
    { type: 'web', title: 'how it works', payload: '/howto' },
    { type: 'call', title: 'call us', payload: '02-123 4567' },
    { type: 'other', title: 'of another kind', payload: 'https://other.example/' },
  ];
  const message = { message_type: 'buttons', payload: { text: 'what now?', buttons } };
  const said = {
    id: '00000000-0000-4000-8000-000000000001',
    sender: 'other',
    name: 'support',
    message,
    createdAt: new Date().toISOString(),
    session_id: 'one',
  };
  await page.route('**/api/chat/history', (route) => route.fulfill({ json: { conversations: [said], unread: 0 } }));
  await context.route('https://rules.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The rules</h1>' }),
  );
  await page.goto('/login');
  const chat = chatOf(page);
  await chat.open();
  const link = (name: string) => chat.log.getByRole('link', { name, exact: true });

  await expect(link('call us')).toHaveAttribute('href', 'tel:021234567');
  await expect(chat.log.getByText('of another kind', { exact: true })).toBeVisible();
  await expect(chat.log.getByRole('link')).toHaveText(['our rules', 'how it works', 'call us']);
  await expect(chat.log.getByRole('button')).toHaveCount(0);

  const [rules] = await Promise.all([page.context().waitForEvent('page'), link('our rules').click()]);
  await expect(rules.getByRole('heading', { name: 'The rules' })).toBeVisible();
  expect(rules.url()).toBe('https://rules.example/play?page=2');
  expect(await rules.evaluate(() => window.opener)).toBeNull();
  await link('how it works').click();
  await expect(page).toHaveURL('/howto');
});

test.describe('where the widget is off', () => {
  test.describe.configure({ mode: 'serial' });
  test.afterEach(async ({ world }) => world.operator('chat-widget', 'on'));

  test('there is no button, and no file of the chat is fetched', async ({ page, world }) => {
    await world.operator('chat-widget', 'off');
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto('/contact');
    await expect(page.getByText(VERSION)).toBeVisible();
    const isAsked = () => fetched.filter((path) => path === '/api/lookup/enableChatWidget').length;
    await expect.poll(isAsked).toBe(1);
    await enter(page, world, await world.newMember(), '/user/contact');
    await expect(page.getByText(VERSION)).toBeVisible();
    await expect.poll(isAsked).toBe(2);
    await page.waitForLoadState('networkidle');
    await expect(chatOf(page).launcher).toHaveCount(0);
    await expect(button(page, th['chat.start'])).toHaveCount(0);
    expect(fetched.filter((path) => /chat-(?:launcher|panel)|guest-chat|member-chat|chat\/history/.test(path))).toEqual(
      [],
    );
  });
});
