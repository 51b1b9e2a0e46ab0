import { z } from 'zod';
import type { Message, MessageOrText } from './message.ts';

/** Maximum length of ids and parameter names, in characters. */
const MAX_NAME = 100;
/** Maximum length of text parameters, in characters. */
const MAX_TEXT = 4_000;
/** Maximum length of list parameters. */
const MAX_LIST = 100;
/** Maximum number of parameters. */
const MAX_PARAMS = 16;
/** Maximum nesting depth of messages. */
const MAX_DEPTH = 8;

/** Validates the structure of a message with limits on all sizes; unknown ids are detected when it is formatted. */
export const messageSchema: z.ZodType<Message> = createMessageSchema(MAX_DEPTH);

/** Accepts a message, or plain text stored by older versions. */
export const messageOrTextSchema: z.ZodType<MessageOrText> = z.union([z.string(), messageSchema]);

function createMessageSchema(depth: number): z.ZodType<Message> {
  const plain = z.union([z.string().max(MAX_TEXT), z.number()]);
  const item: z.ZodType<string | number | Message> =
    depth > 0 ? z.union([plain, createMessageSchema(depth - 1)]) : plain;
  const params = z
    .record(z.string().max(MAX_NAME), z.union([item, z.array(item).max(MAX_LIST)]))
    .refine((given) => Object.keys(given).length <= MAX_PARAMS);
  return z.object({ id: z.string().max(MAX_NAME), params });
}
