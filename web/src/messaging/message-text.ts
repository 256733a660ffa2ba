import type { ChatMessage } from '@krapao/contract/support/chat.ts';

/** A message as text, for screen readers. */
export function messageText(message: ChatMessage): string {
  switch (message.message_type) {
    case 'text':
    case 'buttons':
    case 'quick_replies':
      return message.payload.text;
    case 'media':
      return message.payload.message ?? message.payload.name;
    case 'generic':
      return message.payloads.map(({ title }) => title).join(', ');
    case 'postback':
      return message.payload.title;
    default:
      return '';
  }
}
