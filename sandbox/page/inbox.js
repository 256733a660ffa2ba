import { copyButton } from './copy.js';
import { byId, clockTime, day, element, inputById } from './dom.js';
import { read } from './sandbox-calls.js';

/** @typedef {{ at: string, to: string, text: string, code?: string }} Message */

const WHOLE_NUMBER_DIGITS = 10;

const list = byId('messages');
const phone = inputById('phone');
/**
 * Kept from one refresh to the next, so that a button keeps its focus while messages come in.
 * @type {Map<string, HTMLElement>}
 */
let shown = new Map();

export function startInbox() {
  phone.addEventListener('input', () => refreshInbox().catch(() => {}));
}

export async function refreshInbox() {
  const asked = phone.value;
  const messages = await find(asked.replace(/[\s-]/g, ''));
  if (asked !== phone.value) return;
  show(messages);
  byId('inbox-count').textContent = messages.length === 1 ? '1 message' : `${messages.length} messages`;
  byId('inbox-empty').hidden = messages.length > 0;
  byId('inbox-empty').textContent = asked
    ? `No message to ${asked} yet.`
    : 'No message yet. Codes land here by themselves.';
}

/**
 * A whole number is asked for by itself, however old its messages; a part of one filters the newest.
 * @param {string} number
 * @returns {Promise<Message[]>}
 */
async function find(number) {
  if (/^\+?\d{1,15}$/.test(number) && number.length >= WHOLE_NUMBER_DIGITS) {
    return read(`/sms?phone=${encodeURIComponent(number)}`);
  }
  /** @type {Message[]} */
  const newest = await read('/sms');
  return newest.filter((message) => message.to.includes(number));
}

/** @param {Message[]} messages */
function show(messages) {
  const next = new Map();
  messages.forEach((message, index) => {
    const key = `${message.at} ${message.to} ${message.text}`;
    const item = shown.get(key) ?? card(message);
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
    next.set(key, item);
  });
  while (list.children.length > next.size) list.lastElementChild?.remove();
  shown = next;
}

/** @param {Message} message */
function card(message) {
  const at = new Date(message.at);
  const head = element(
    'div',
    { className: 'row text figures' },
    element('strong', { textContent: message.to }),
    element('time', {
      className: 'muted small',
      dateTime: message.at,
      textContent: `${day(at)} ${clockTime(at)}`,
    }),
  );
  const text = element('p', { className: 'text muted', textContent: message.text });
  const item = element('li', {}, head);
  if (message.code) item.append(codeRow(message.code));
  item.append(text);
  return item;
}

/** @param {string} code */
function codeRow(code) {
  const figures = element('span', { className: 'code figures', textContent: code });
  return element('div', { className: 'row text' }, figures, copyButton(figures));
}
