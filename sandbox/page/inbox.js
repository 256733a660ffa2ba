import { copyButton } from './copy.js';
import { byId, clockTime, day, element } from './dom.js';
import { read } from './sandbox-calls.js';

const WHOLE_NUMBER_DIGITS = 10;

const list = byId('messages');
const phone = byId('phone');
/** The messages' elements are kept from one refresh to the next, so that a button keeps its focus. */
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

/** A whole phone number finds all its messages, however old; a part of a number filters the newest messages. */
async function find(number) {
  if (/^\+?\d{1,15}$/.test(number) && number.length >= WHOLE_NUMBER_DIGITS) {
    return read(`/sms?phone=${encodeURIComponent(number)}`);
  }
  const newest = await read('/sms');
  return newest.filter((message) => message.to.includes(number));
}

function show(messages) {
  const next = new Map();
  messages.forEach((message, index) => {
    const key = `${message.at} ${message.to} ${message.text}`;
    const item = shown.get(key) ?? card(message);
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
    next.set(key, item);
  });
  while (list.children.length > next.size) list.lastElementChild.remove();
  shown = next;
}

function card(message) {
  const at = new Date(message.at);
  const head = element(
    'div',
    { className: 'message-head figures' },
    element('strong', { textContent: message.to }),
    element('time', {
      className: 'muted small',
      dateTime: message.at,
      textContent: `${day(at)} ${clockTime(at)}`,
    }),
  );
  const text = element('p', { className: 'message-text', textContent: message.text });
  const item = element('li', { className: 'message' }, head);
  if (message.code) item.append(codeRow(message.code));
  item.append(text);
  return item;
}

function codeRow(code) {
  const figures = element('span', { className: 'code figures', textContent: code });
  return element('div', { className: 'code-row' }, figures, copyButton(figures));
}
