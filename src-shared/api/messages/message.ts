import type { Message } from './message-value.ts';
import type { TemplateParams } from './template-params.ts';

export type { Message, MessageValue } from './message-value.ts';

/** A message, or untranslated text from a service or stored by an older version. */
export type MessageOrText = Message | string;

/** Returns a function that creates messages of one catalogue; unknown ids and parameters are compile errors. */
export function createMessageFactory<Catalogue extends Readonly<Record<string, string>>>(): <
  Id extends keyof Catalogue & string,
>(
  id: Id,
  ...params: keyof TemplateParams<Catalogue[Id]> extends never ? [] : [params: TemplateParams<Catalogue[Id]>]
) => Message {
  return (id, ...[params]) => ({ id, params: { ...params } });
}
