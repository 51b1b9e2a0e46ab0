import { formatMessage } from '../format-message.ts';
import { createMessageFactory, type Message, type MessageOrText } from '../message.ts';
import { ENGINE_MESSAGES } from './engine-messages.ts';

/** What the engine says beside a result: what was assumed, changed or omitted. */
export type Note = Message;

/** Makes a message of the engine; an id or a parameter that the catalogue does not have does not compile. */
export const engineMessage = /* @__PURE__ */ createMessageFactory<typeof ENGINE_MESSAGES>();

/** A message of the engine in English. */
export function toEngineText(message: MessageOrText): string {
  return formatMessage({ locale: 'en', templates: ENGINE_MESSAGES }, message);
}

/** Notes without repetitions, in their order. */
export function uniqueNotes(notes: Iterable<Note>): Note[] {
  return [...new Map([...notes].map((note) => [JSON.stringify(note), note])).values()];
}

/** Notes one after another, as one message; empty text for none. */
export function joinNotes(notes: readonly Note[]): MessageOrText {
  const [first = '', ...rest] = notes;
  return rest.length === 0 ? first : engineMessage('engine.two', { one: first, two: joinNotes(rest) });
}
