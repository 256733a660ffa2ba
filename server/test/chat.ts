import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type {
  BrowserEvents,
  Join,
  JoinAnswer,
  ServerEvents,
  SocketAnswer,
  SocketMessage,
} from '@krapao/contract/realtime.ts';
import type { ChatEntry } from '@krapao/contract/support/chat.ts';
import type { DeskConversation } from '@krapao/contract/support/desk.ts';
import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished } from 'vitest';
import { operatorOf } from '../../world/operators.ts';
import { join } from '../src/staff/sign-in.ts';
import { type Answer, BY_ITSELF, type Player, type Product } from './harness.ts';

type Caller = Pick<Product, 'call'>;

/** For test files that are not about the limits on messages and visitors. */
export const TALKATIVE = { CHAT_MESSAGES_A_MINUTE: '100000', CHAT_VISITORS_AN_HOUR: '100000' };

/** A visitor with an id, a member with a token, or a member who was that visitor. */
export type Customer = { userId?: string; guestId?: string; token?: string };

export const guest = () => ({ guestId: randomUUID() });
export const memberOf = ({ id, token }: Player) => ({ userId: id, token });

export const text = (words: string) => ({ message_type: 'text', payload: { text: words } });
export const postback = (payload: string) => ({ message_type: 'postback', payload: { title: 'pressed', payload } });

/** Sends a text, or any other message, as a customer. */
export function say(
  node: Caller,
  { token, ...who }: Customer,
  message: string | object,
  { id = randomUUID(), locale = 'en' }: { id?: string; locale?: string } = {},
): Promise<Answer> {
  const body = { ...who, id, message: typeof message === 'string' ? text(message) : message };
  return node.call(`POST /api/chat/send-message?locale=${locale}`, { body, ...(token && { token }) });
}

/** Sends a message that must be accepted. Returns its id. */
export async function tell(node: Caller, who: Customer, message: string | object, locale = 'en'): Promise<string> {
  const id = randomUUID();
  expect(await say(node, who, message, { id, locale })).toMatchObject({ status: 200 });
  return id;
}

export async function history(node: Caller, { token, ...who }: Customer, page: { limit?: number; skip?: number } = {}) {
  const body = { ...who, limit: 100, skip: 0, ...page };
  const answer = await node.call('POST /api/chat/history', { body, ...(token && { token }) });
  expect(answer.status).toBe(200);
  return answer.body as { conversations: ChatEntry[]; unread: number };
}

/** All entries of a room, oldest first. */
export async function entriesOf(node: Caller, who: Customer): Promise<ChatEntry[]> {
  const entries: ChatEntry[] = [];
  for (let skip = 0; ; skip += 100) {
    const { conversations } = await history(node, who, { skip });
    entries.unshift(...conversations.toReversed());
    if (conversations.length < 100) return entries;
  }
}

export const wordsOf = ({ message }: ChatEntry) =>
  'payload' in message ? (message.payload as { text?: string }).text : undefined;

export async function textsOf(node: Caller, who: Customer): Promise<(string | undefined)[]> {
  return (await entriesOf(node, who)).map(wordsOf);
}

export const refusal = (status: number, message: string) => ({ status, body: { message } });

/** What an operator types, as `npm run operator` runs it. */
export function operate({ db }: Pick<Product, 'db'>, name: string, ...values: string[]): Promise<string> {
  return operatorOf(db)(name, ...values);
}

/** A new operator who may chat, admitted by two others. Returns the password. */
export async function newOperator({ db }: Pick<Product, 'db'>, name: string, roles = 'support'): Promise<string> {
  const password = randomUUID();
  const { mark } = await join(db, { name, password });
  await operate({ db }, 'operators admit', name, mark, roles);
  return password;
}

/** The token of a new operator who has signed in at the desk. */
export async function deskToken(product: Product, name = `Nok ${randomUUID()}`): Promise<string> {
  const password = await newOperator(product, name);
  const { body } = await product.call('POST /api/desk/login', { body: { name, password } });
  return (body as { token: string }).token;
}

export const desk = (node: Caller, token: string, call: string, body: object) =>
  node.call(`POST /api/desk/${call}`, { token, body });

export async function conversations(node: Caller, token: string, page: object = {}) {
  const { body } = await desk(node, token, 'conversations', { page: 1, limit: 100, ...page });
  return body as { total: number; conversations: DeskConversation[] };
}

/** The newest conversation whose last message is `words`. */
export async function conversationEnding(node: Caller, token: string, words: string): Promise<DeskConversation> {
  const { conversations: open } = await conversations(node, token);
  return open.find(({ last }) => last.text === words) ?? expect.fail(`no conversation ends with ${words}`);
}

/** A conversation whose customer waits for an operator. */
export async function waitingConversation(node: Caller, token: string, who: Customer): Promise<string> {
  const mark = randomUUID();
  await tell(node, who, postback('agent'));
  await tell(node, who, mark);
  return (await conversationEnding(node, token, mark)).id;
}

/** Replies as an operator. Returns the answer and the id of the reply. */
export async function reply(node: Caller, token: string, conversationId: string, words: string, id = randomUUID()) {
  const answer = await desk(node, token, 'reply', { id, conversationId, message: text(words) });
  return { status: answer.status, body: answer.body, id };
}

/** A browser's connection and every event it received. */
export function connect({ url }: Pick<Product, 'url'>) {
  const socket: Socket<ServerEvents, BrowserEvents> = io(url, { transports: ['websocket'], forceNew: true });
  onTestFinished(() => void socket.disconnect());
  const heard: ChatEntry[] = [];
  const changes: string[] = [];
  const other: string[] = [];
  socket.on('messaging', (entry) => heard.push(entry));
  socket.on('desk-changed', (conversationId) => changes.push(conversationId));
  socket.on('missed', () => other.push('missed'));
  const join = (who: unknown): Promise<JoinAnswer> => socket.timeout(10_000).emitWithAck('join', who as Join);
  /** Sends a text, or any other message, over the socket as a customer. */
  const send = ({ token: _, ...who }: Customer, message: string | object, more: object = {}): Promise<SocketAnswer> => {
    const body = { ...who, id: randomUUID(), message: typeof message === 'string' ? text(message) : message, ...more };
    return socket.timeout(10_000).emitWithAck('send-message', { query: { locale: 'en' }, body } as SocketMessage);
  };
  const ids = () => heard.map(({ id }) => id);
  const hears = (id: string) => expect.poll(ids, BY_ITSELF).toContain(id);
  return { socket, heard, changes, other, join, send, ids, hears };
}

/** A connection that has joined the customer's or the operator's room. */
export async function listening(node: Pick<Product, 'url'>, who: Customer | { deskToken: string }) {
  const connection = connect(node);
  expect(await connection.join(who)).toEqual({ ok: true });
  return connection;
}

const bytes = (content: Buffer | string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(content));

/** Uploads a picture or a film as the web does. */
export async function uploadMedia(
  { url }: Pick<Product, 'url'>,
  kind: 'image' | 'video',
  content: Buffer | string,
  { name = 'a.png', field = 'file' }: { name?: string; field?: string } = {},
): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  form.append(field, new Blob([bytes(content)]), name);
  const headers = { 'x-api-key': 'member-web' };
  const response = await fetch(`${url}/api/chat/upload-${kind}`, { method: 'POST', headers, body: form });
  return { status: response.status, body: await response.json() };
}

/** A box of an MP4 file. */
export function box(name: string, content: Buffer | string = ''): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(8 + Buffer.byteLength(content));
  return Buffer.concat([head, Buffer.from(name, 'latin1'), Buffer.from(content)]);
}

/** An MP4 file: the box that every film begins with, then `rest`. */
export const film = (brand: string, ...rest: Buffer[]) =>
  Buffer.concat([box('ftyp', `${brand}\0\0\x02\0${brand}`), box('moov', box('mvhd', 'x'.repeat(100))), ...rest]);

/** Uploads a file that must be accepted. Returns its link. */
export async function uploadedMedia(node: Pick<Product, 'url'>, kind: 'image' | 'video', content: Buffer | string) {
  const { status, body } = await uploadMedia(node, kind, content);
  expect([status, body]).toEqual([200, { filePath: expect.stringMatching(/^\/media\/chat\//) }]);
  return (body as { filePath: string }).filePath;
}

export const media = (fileType: string, filePath: string, more: object = {}) => ({
  message_type: 'media',
  payload: { fileType, filePath, name: 'a file', ...more },
});

/** Loads a link as a browser does. */
export async function load({ url }: Pick<Product, 'url'>, link: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + link, { headers });
  const content = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, content };
}

export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
