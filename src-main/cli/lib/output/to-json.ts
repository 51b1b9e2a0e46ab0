import { messageSchema } from '../../../../src-shared/api/messages/message-schema.ts';
import { toEnglish } from '../../../../src-shared/messages/english.ts';

/** Data as one line of JSON; messages in it become English text, because scripts read them. */
export function toJson(data: unknown): string {
  return JSON.stringify(data, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('id' in value) || !('params' in value)) return value;
    // A step of a recipe has parameters as well.
    if (Object.keys(value).length !== 2) return value;
    const message = messageSchema.safeParse(value);
    return message.success ? toEnglish(message.data) : value;
  });
}
