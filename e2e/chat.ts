import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { filled, type Texts, th } from './member.ts';
import type { World } from './world.ts';

/** The chat as the customer sees it. */
export function chatOf(page: Page, t: Texts = th) {
  const panel = page.getByRole('dialog', { name: t['chat.title'], exact: true });
  const log = panel.getByRole('log', { name: t['chat.log'] });
  const input = panel.getByRole('textbox');
  /** The button's name also says how many messages are unread. */
  const launcher = page.getByRole('button', { name: new RegExp(`^${t['chat.open']}`) });
  return {
    launcher,
    panel,
    log,
    input,
    open: async () => {
      await launcher.click();
      await expect(log).toBeVisible();
    },
    say: async (...texts: string[]) => {
      for (const text of texts) {
        await input.fill(text);
        await input.press('Enter');
      }
    },
    attach: async (name: string, picture: Buffer) => {
      const file = { name, mimeType: 'image/png', buffer: picture };
      await panel.locator('input[type=file]').setInputFiles(file);
      await expect(panel.getByText(name)).toBeVisible();
      await panel.getByRole('button', { name: t['chat.send'], exact: true }).click();
    },
    /** The lines in the list that begin with this text, from top to bottom. */
    linesBeginning: async (beginning: string) => {
      const entries = await log.locator('[data-entry]').allInnerTexts();
      return entries.flatMap((text) => text.split('\n').filter((line) => line.startsWith(beginning)));
    },
    /** No message is still being sent. */
    expectSent: () => expect(log.getByText(t['chat.sending'])).toHaveCount(0),
    end: () => panel.getByRole('button', { name: t['action.close'], exact: true }).click(),
    unread: (n: number) => page.getByRole('button', { name: filled(t['chat.openUnread'], { n }), exact: true }),
  };
}

/**
 * The customer's messages on their way to the server, over the socket or by HTTP. Called before the page opens its
 * socket.
 */
export async function watchMessages(page: Page) {
  const ids = { socket: new Set<string>(), http: new Set<string>() };
  const held = { socket: false, http: false };
  const delivered = new Set<string>();
  /** Whether the message may go on by this way. */
  const mayPass = (way: keyof typeof held, id: string) => {
    ids[way].add(id);
    if (!held[way]) delivered.add(id);
    return !held[way];
  };
  await page.routeWebSocket(/\/socket\.io\//, (browser) => {
    const server = browser.connectToServer();
    browser.onMessage((frame) => {
      const id = /"send-message".*"id":"([^"]+)"/.exec(String(frame))?.[1];
      if (!id || mayPass('socket', id)) server.send(frame);
    });
  });
  await page.route('**/api/chat/send-message*', (route) =>
    mayPass('http', String(route.request().postDataJSON().id)) ? route.fallback() : route.abort(),
  );
  return {
    bySocket: () => ids.socket.size,
    byHttp: () => ids.http.size,
    /** How many messages were sent, by whichever way and however often. */
    sent: () => new Set([...ids.socket, ...ids.http]).size,
    /** How many of them went on to the server. */
    delivered: () => delivered.size,
    /** Messages no longer reach the server by these ways. */
    hold: (...ways: (keyof typeof held)[]) => {
      for (const way of ['socket', 'http'] as const) held[way] = ways.includes(way);
    },
  };
}

/** An operator at the desk, over HTTP. */
export async function agentOf(world: World) {
  const { body } = await world.call('POST /api/desk/login', { body: { name: 'desk', password: 'krapao-desk' } });
  const token = String(body.token);
  const ask = async (name: string, input: object) => {
    const answer = await world.call(name, { token, body: input });
    if (answer.status >= 300) throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  type Conversation = { id: string; customer: { userId: string | null }; isSeen: boolean };
  const find = async (isIt: (conversation: Conversation) => boolean): Promise<Conversation> => {
    const { conversations } = await ask('POST /api/desk/conversations', { page: 1, limit: 100 });
    const found = (conversations as Conversation[]).find(isIt);
    if (!found) throw new Error('the desk has no such conversation');
    return found;
  };
  return {
    conversationWith: async (memberId: string) => (await find(({ customer }) => customer.userId === memberId)).id,
    hasSeen: async (id: string) => (await find((conversation) => conversation.id === id)).isSeen,
    say: async (conversationId: string, ...texts: string[]) => {
      for (const text of texts) {
        const message = { message_type: 'text', payload: { text } };
        await ask('POST /api/desk/reply', { id: randomUUID(), conversationId, message });
      }
    },
    close: (conversationId: string) => ask('POST /api/desk/close', { conversationId }),
  };
}

/** Writes to support as a member over HTTP, for tests that begin in the middle of a conversation. */
export async function sayAsMember(world: World, member: { id: string; phone: string; password: string }, text: string) {
  const token = await world.tokenOf(member);
  const message = { message_type: 'text', payload: { text } };
  const body = { id: randomUUID(), userId: member.id, message };
  const { status } = await world.call('POST /api/chat/send-message', { token, body });
  if (status !== 200) throw new Error(`the message was answered with ${status}`);
}

/** `line 1`, `line 2`, … */
export const numbered = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} ${n + 1}`);

/** How far below the top of the screen the part is. */
export async function topOf(part: Locator): Promise<number> {
  return part.evaluate((element) => element.getBoundingClientRect().top);
}
