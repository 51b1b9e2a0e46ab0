import { createMessageMatcher } from '../api/messages/message-patterns.ts';
import { BRIDGE_MESSAGES_ZH } from './bridge-messages.zh.ts';

/**
 * Sentences of bridges, which reach the page as plain English: bridges are separate programs in Python, C# and GDScript, and
 * installed ones may be older than this app. Other texts do not belong here: they are messages with ids.
 */
const SENTENCES: Readonly<Record<string, string>> = BRIDGE_MESSAGES_ZH;

const readSentence = createMessageMatcher(Object.keys(SENTENCES));

/** Where one sentence ends and the next begins. */
const BETWEEN_SENTENCES = /(?<=[.?!]) (?=[\p{Lu}“])/u;

/** Translates one or more sentences of a bridge; null for any other text. */
export function translateToChinese(english: string): string | null {
  const sentences = english.split(BETWEEN_SENTENCES);
  if (sentences.length > 1) {
    const translations = sentences.map(translateSentence);
    if (translations.every((text) => text !== null)) return translations.join('');
  }
  return translateSentence(english);
}

function translateSentence(english: string): string | null {
  const match = readSentence(english);
  if (!match) return null;
  const chinese = SENTENCES[match.pattern] ?? '';
  return chinese.replaceAll(/\{(\d)\}/g, (_, place: string) => match.given[Number(place) - 1] ?? '');
}
