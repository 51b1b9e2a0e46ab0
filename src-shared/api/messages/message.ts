import { z } from 'zod';
import type { Message } from './message-value.ts';
import type { TemplateParams } from './template-params.ts';

export type { Message, MessageValue } from './message-value.ts';

/** A message, or words that have no translation: a service’s own, or those that an older version stored. */
export type MessageOrText = Message | string;

/** Longest id and parameter name, in characters. */
const MAX_NAME = 100;
/** Longest text among the parameters, in characters. */
const MAX_TEXT = 4_000;
/** Longest list among the parameters. */
const MAX_LIST = 100;
/** Most parameters of a message. */
const MAX_PARAMS = 16;
/** Deepest nesting of messages in messages. */
const MAX_DEPTH = 8;

/** Accepts the form of a message, bounded in every direction; whether its id is known shows when it is formatted. */
export const messageSchema: z.ZodType<Message> = createMessageSchema(MAX_DEPTH);

/** Accepts a message, or the plain text that older versions stored in its place. */
export const messageOrTextSchema: z.ZodType<MessageOrText> = z.union([z.string(), messageSchema]);

/** Returns a function that makes messages of one catalogue; an id or a parameter that it does not have does not compile. */
export function createMessageFactory<Catalogue extends Readonly<Record<string, string>>>(): <
  Id extends keyof Catalogue & string,
>(
  id: Id,
  ...params: keyof TemplateParams<Catalogue[Id]> extends never ? [] : [params: TemplateParams<Catalogue[Id]>]
) => Message {
  return (id, ...[params]) => ({ id, params: { ...params } });
}

function createMessageSchema(depth: number): z.ZodType<Message> {
  const plain = z.union([z.string().max(MAX_TEXT), z.number()]);
  const item: z.ZodType<string | number | Message> =
    depth > 0 ? z.union([plain, createMessageSchema(depth - 1)]) : plain;
  const params = z
    .record(z.string().max(MAX_NAME), z.union([item, z.array(item).max(MAX_LIST)]))
    .refine((given) => Object.keys(given).length <= MAX_PARAMS);
  return z.object({ id: z.string().max(MAX_NAME), params });
}
