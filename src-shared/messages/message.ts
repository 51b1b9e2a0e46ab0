import { createMessageFactory, type Message, type MessageOrText } from '../api/messages/message.ts';
import { toCanonicalJson } from '../base/canonical-json.ts';
import type { ENGLISH_MESSAGES } from './english.ts';

/** Creates a message of the catalogues; unknown ids and parameters are compile errors. */
export const message = /* @__PURE__ */ createMessageFactory<typeof ENGLISH_MESSAGES>();

/** Joins several sentences into one message; may include untranslated text. */
export function joinMessages(messages: readonly MessageOrText[]): MessageOrText {
  if (messages.length <= 1) return messages[0] ?? '';
  // Splits in halves, because the nesting depth of messages is limited.
  const half = Math.ceil(messages.length / 2);
  return message('text.two', { one: joinMessages(messages.slice(0, half)), two: joinMessages(messages.slice(half)) });
}

/** Removes duplicate messages. */
export function uniqueMessages(messages: readonly MessageOrText[]): MessageOrText[] {
  return [...new Map(messages.map((each) => [toCanonicalJson(each), each])).values()];
}

/** True if two messages are equal. */
export function isSameMessage(one: MessageOrText, other: MessageOrText): boolean {
  return toCanonicalJson(one) === toCanonicalJson(other);
}

export type { Message, MessageOrText };
