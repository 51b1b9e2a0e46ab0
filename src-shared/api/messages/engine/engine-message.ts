import { formatMessage } from '../format-message.ts';
import { createMessageFactory, type Message, type MessageOrText } from '../message.ts';
import { ENGINE_MESSAGES } from './engine-messages.ts';

/** A note of the engine about a result: assumptions, changes and omissions. */
export type Note = Message;

/** Creates a message of the engine; unknown ids and parameters are compile errors. */
export const engineMessage = /* @__PURE__ */ createMessageFactory<typeof ENGINE_MESSAGES>();

/** Returns a message of the engine in English. */
export function toEngineText(message: MessageOrText): string {
  return formatMessage({ locale: 'en', templates: ENGINE_MESSAGES }, message);
}

/** Removes duplicate notes, preserving the order. */
export function uniqueNotes(notes: Iterable<Note>): Note[] {
  return [...new Map([...notes].map((note) => [JSON.stringify(note), note])).values()];
}
