import { randomUUID } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { field, th } from './member.ts';
import { expect, type World } from './world.ts';

export const OPERATOR = { name: 'desk', password: 'krapao-desk' };
export const WIDE = { width: 1440, height: 900 };

export type ChatEntry = {
  id: string;
  sender: string;
  session_id: string;
  message: { message_type: string; payload: Payload };
};
type Payload = { text?: string; url?: string };

/** A visitor who writes to the desk over HTTP. */
export async function visitor(world: World, firstWords = 'hello') {
  const guestId = randomUUID();
  const send = async (message: object) => {
    const body = { id: randomUUID(), guestId, message };
    const answer = await world.call('POST /api/chat/send-message?locale=th', { body });
    expect(answer.status).toBe(200);
    return String(answer.body.session_id);
  };
  const say = (text: string) => send({ message_type: 'text', payload: { text } });
  const history = async () => {
    const { body } = await world.call('POST /api/chat/history', { body: { guestId, limit: 100, skip: 0 } });
    return body.conversations as ChatEntry[];
  };
  await say(firstWords);
  const [room] = await world.query('select id from chat_rooms where customer_id = $1', [guestId]);
  return {
    conversationId: String(room?.id),
    say,
    history,
    entriesWith: async (text: string) => (await history()).filter(({ message }) => message.payload?.text === text),
    askForPerson: () => send({ message_type: 'postback', payload: { title: 'person', payload: 'agent' } }),
    read: () => world.call('PUT /api/chat/read-customer/', { body: { guestId } }),
  };
}

export async function operatorToken(world: World): Promise<string> {
  const { body } = await world.call('POST /api/desk/login', { body: OPERATOR });
  return String(body.token);
}

/** Signs the operator in without the form. */
export async function enterDesk(page: Page, world: World, path = '/desk'): Promise<void> {
  const token = await operatorToken(world);
  await page.addInitScript(
    ([stored, name]) => {
      sessionStorage.setItem('desk-token', stored ?? '');
      sessionStorage.setItem('desk-name', name ?? '');
    },
    [token, OPERATOR.name],
  );
  await page.goto(path);
}

export const deskTokenIn = (page: Page) => page.evaluate(() => sessionStorage.getItem('desk-token'));
export const loginForm = (page: Page) => field(page, th['desk.login.name']);
export const row = (page: Page, conversationId: string) => page.locator(`a[href*="${conversationId}"]`);
export const thread = (page: Page) => page.getByRole('main').locator('ol');
export const messageIn = (page: Page, text: string) => thread(page).getByText(text, { exact: true });
export const replyBox = (page: Page) => page.getByRole('main').getByRole('textbox');
export const unreadOf = (page: Page, conversationId: string) => row(page, conversationId).getByText(/^\d+$/);

export async function open(page: Page, conversationId: string): Promise<void> {
  await row(page, conversationId).click();
  await expect(replyBox(page)).toBeVisible();
}

export async function reply(page: Page, text: string): Promise<void> {
  await replyBox(page).fill(text);
  await replyBox(page).press('Enter');
}

export const refuse = (route: Route) => route.fulfill({ status: 400, json: { message: 'INVALID_REQUEST' } });
