import { message, type Message } from '../../../src-shared/messages/message.ts';

/** What a server sent instead of a file, by its first bytes: nothing, or a web page; null: something else. */
export function describeUnknownContent(head: Uint8Array): Message | null {
  if (head.byteLength === 0) return message('result.empty');
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 64)).toString('latin1');
  const isPage = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body)\b/i.test(start);
  return isPage ? message('result.web-page') : null;
}
