import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { chatCalls } from './chat.ts';

const ID = '7b0f4d1e-3c55-4a53-9d0e-1f0a6f6c2b11';
const sendBody = Compile(chatCalls['POST /api/chat/send-message'].body);
const historyReply = Compile(chatCalls['POST /api/chat/history'].reply);

function sent(message: unknown, rest: object = {}): boolean {
  return sendBody.Check({ id: ID, guestId: ID, message, ...rest });
}

function shown(message: unknown): boolean {
  const entry = {
    id: ID,
    sender: 'other',
    message,
    guestId: ID,
    createdAt: '2025-01-31T10:00:00.000Z',
    session_id: ID,
  };
  return historyReply.Check({ conversations: [entry], unread: 0 });
}

const button = { type: 'web', title: 'Open', payload: 'https://example.com' };
const text = { message_type: 'text', payload: { text: 'hello' } };
const media = {
  message_type: 'media',
  payload: { fileType: 'image', filePath: 'a.png', name: 'a.png', url: '/m/a' },
};
const postback = { message_type: 'postback', payload: { title: 'Open', payload: 'OPEN' } };
const buttons = { message_type: 'buttons', payload: { text: 'Choose', buttons: [button] } };
const quickReplies = { message_type: 'quick_replies', payload: { text: 'Choose', buttons: [button] } };
const generic = { message_type: 'generic', payloads: [{ title: 'Card', buttons: [button] }] };
const unknown = { message_type: 'unknown' };

test.each([text, media, postback, buttons, quickReplies, generic, unknown])(
  'a message of type $message_type is shown',
  (m) => {
    expect(shown(m)).toBe(true);
  },
);

test.each([text, media, postback])('a message of type $message_type can come from a customer', (message) => {
  expect(sent(message)).toBe(true);
});

test.each([buttons, quickReplies, generic, unknown])(
  'a message of type $message_type cannot come from a customer',
  (message) => {
    expect(sent(message)).toBe(false);
  },
);

test('a message with the payload of another type is refused', () => {
  expect(shown({ message_type: 'generic', payload: { text: 'hello' } })).toBe(false);
  expect(sent({ message_type: 'media', payload: { text: 'hello' } })).toBe(false);
});

test('an entry needs an id of its sender’s making, so that a resend is recognised', () => {
  expect(sent(text, { id: undefined })).toBe(false);
  expect(sent(text, { id: 'not-a-uuid' })).toBe(false);
  expect(sent(text, { id: `urn:uuid:${ID}` })).toBe(false);
  // Only the server makes ids of version 8, which are derived from other ids.
  expect(sent(text, { id: '7b0f4d1e-3c55-8a53-8d0e-1f0a6f6c2b11' })).toBe(false);
});

test('a customer cannot write as support', () => {
  expect(sent(text, { sender: 'customer' })).toBe(true);
  expect(sent(text, { sender: 'other' })).toBe(false);
});

test('a text has 1 to 2000 characters that are not all blank', () => {
  const ofText = (value: string) => sent({ message_type: 'text', payload: { text: value } });
  expect([ofText('x'), ofText('x'.repeat(2_000))]).toEqual([true, true]);
  expect([ofText(''), ofText(' \n '), ofText('x'.repeat(2_001))]).toEqual([false, false, false]);
});
