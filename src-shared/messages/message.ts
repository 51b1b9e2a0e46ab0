import { createMessageFactory, type Message, type MessageOrText } from '../api/messages/message.ts';
import { toCanonicalJson } from '../base/canonical-json.ts';
import type { ENGLISH_MESSAGES } from './english.ts';

/** Makes a message of the catalogues; an id or a parameter that they do not have does not compile. */
export const message = /* @__PURE__ */ createMessageFactory<typeof ENGLISH_MESSAGES>();

/** One message of several sentences; text that nobody translated may be among them. */
export function joinMessages(messages: readonly MessageOrText[]): MessageOrText {
  const [first = '', ...rest] = messages;
  return rest.length === 0 ? first : message('text.two', { one: first, two: joinMessages(rest) });
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
