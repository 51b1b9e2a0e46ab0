import { createMessageFactory, type Message, type MessageOrText } from '../api/messages/message.ts';
import { toCanonicalJson } from '../base/canonical-json.ts';
import type { ENGLISH_MESSAGES } from './english.ts';

/** Makes a message of the catalogues; an id or a parameter that they do not have does not compile. */
export const message = /* @__PURE__ */ createMessageFactory<typeof ENGLISH_MESSAGES>();

/** One message of several sentences; text that nobody translated may be among them. */
export function joinMessages(messages: readonly MessageOrText[]): MessageOrText {
  if (messages.length <= 1) return messages[0] ?? '';
  // By halves, because messages in messages may be only so deep.
  const half = Math.ceil(messages.length / 2);
  return message('text.two', { one: joinMessages(messages.slice(0, half)), two: joinMessages(messages.slice(half)) });
}

/** Messages without those that say the same again. */
export function uniqueMessages(messages: readonly MessageOrText[]): MessageOrText[] {
  return [...new Map(messages.map((each) => [toCanonicalJson(each), each])).values()];
}

/** Whether two messages say the same. */
export function isSameMessage(one: MessageOrText, other: MessageOrText): boolean {
  return toCanonicalJson(one) === toCanonicalJson(other);
}

export type { Message, MessageOrText };
