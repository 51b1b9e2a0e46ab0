import { messageSchema, type Message, type MessageOrText } from '../messages/message.ts';

/**
 * The fields of our own beside a text on the wire: `<name>_id` and `<name>_params`, with which a client can show the text in
 * its language. None for plain text.
 */
export function toMessageFields(message: MessageOrText, name: string): Readonly<Record<string, unknown>> {
  if (typeof message === 'string') return {};
  return { [`${name}_id`]: message.id, [`${name}_params`]: message.params };
}

/** The message that a service sent beside a text; null when it sent none that can be read. */
export function readMessageFields(sent: Readonly<Record<string, unknown>>, name: string): Message | null {
  const parsed = messageSchema.safeParse({ id: sent[`${name}_id`], params: sent[`${name}_params`] });
  return parsed.success ? parsed.data : null;
}
