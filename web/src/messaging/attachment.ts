import type { ChatMessage } from '@krapao/contract/support/chat.ts';
import { CHAT_IMAGE_MAX_MB, CHAT_VIDEO_MAX_MB } from '@krapao/contract/support/limits.ts';

export const CHAT_IMAGE_TYPES = ['png', 'jpeg', 'jpg', 'gif'] as const;
const CHAT_VIDEO_TYPES = ['mp4', 'quicktime'] as const;

export type Attachment = { fileType: 'image' | 'video'; maxMb: number };
export type AttachmentProblem = { kind: 'TYPE' } | { kind: 'SIZE'; maxMb: number };

const MIME_TYPES = [
  ...CHAT_IMAGE_TYPES.map((type) => `image/${type}`),
  ...CHAT_VIDEO_TYPES.map((type) => `video/${type}`),
];
/** For the file picker. */
export const ATTACHABLE = MIME_TYPES.join(',');

/** Some phones do not say what a file is; then its extension does. */
const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
};

/** How a file can be sent, or `null`: it needs an extension and a type that is allowed. */
export function attachmentOf({ name, type }: Pick<File, 'name' | 'type'>): Attachment | null {
  const extension = /[^.]\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (extension === undefined) return null;
  const mimeType = type || TYPE_OF_EXTENSION[extension] || '';
  if (!MIME_TYPES.includes(mimeType)) return null;
  return mimeType.startsWith('image/')
    ? { fileType: 'image', maxMb: CHAT_IMAGE_MAX_MB }
    : { fileType: 'video', maxMb: CHAT_VIDEO_MAX_MB };
}

/** Problems that are known before the file is sent. */
export function attachmentProblem(file: Pick<File, 'name' | 'type' | 'size'>): AttachmentProblem | null {
  const attachment = attachmentOf(file);
  if (!attachment) return { kind: 'TYPE' };
  const { maxMb } = attachment;
  return file.size > maxMb * 1024 * 1024 ? { kind: 'SIZE', maxMb } : null;
}

type MediaMessage = Extract<ChatMessage, { message_type: 'media' }>;

/** A longer name is cut at its start: its end tells the kind of file. */
const NAME_MAX_LENGTH = 255;

/** A file as a message; `url` is its address in this page's own memory. */
export function mediaOf(file: File, url: string, caption: string): MediaMessage {
  const fileType = attachmentOf(file)?.fileType ?? 'file';
  const payload: MediaMessage['payload'] = { url, filePath: '', fileType, name: file.name.slice(-NAME_MAX_LENGTH) };
  return { message_type: 'media', payload: { ...payload, ...(caption && { message: caption }) } };
}
