import type { Message, MessageOrText } from '../messages/message.ts';
import { messageSchema } from '../messages/message-schema.ts';

/**
 * Returns our own fields beside a text on the wire: `<name>_id` and `<name>_params`, which let a client translate the
 * text. Empty for plain text.
 */
export function toMessageFields(message: MessageOrText, name: string): Readonly<Record<string, unknown>> {
  if (typeof message === 'string') return {};
  return { [`${name}_id`]: message.id, [`${name}_params`]: message.params };
}

/** Reads the message that a service sent beside a text; null if it is absent or invalid. */
export function readMessageFields(sent: Readonly<Record<string, unknown>>, name: string): Message | null {
  const parsed = messageSchema.safeParse({ id: sent[`${name}_id`], params: sent[`${name}_params`] });
  return parsed.success ? parsed.data : null;
}
