import { createMessageMatcher } from '../api/messages/message-patterns.ts';
import { BRIDGE_MESSAGES_ZH } from './bridge-messages.zh.ts';
import { PHRASES_ZH } from './phrases.zh.ts';
import { LOCAL_SERVICE_ERRORS_ZH } from '../api/messages/local-service-errors.zh.ts';

/**
 * Sentences that reach the page as plain English, with their Chinese; incomplete tables are compile errors. Do not add
 * new texts here: use messages with ids. These remain because bridges are separate programs in Python, C# and GDScript,
 * and installed ones may be older than this app; jobs of earlier versions stored sentences of the engine and of the
 * local service; and a local service of an earlier version sends no ids.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  ...LOCAL_SERVICE_ERRORS_ZH,
  ...BRIDGE_MESSAGES_ZH,
};

const PARTS: Readonly<Record<string, string>> = PHRASES_ZH;

const readSentence = createMessageMatcher(Object.keys(SENTENCES));
const readPart = createMessageMatcher(Object.keys(PARTS));

/** The boundary between two sentences. */
const BETWEEN_SENTENCES = /(?<=[.?!]) (?=[\p{Lu}“])/u;

/** Translates one or more of our sentences to Chinese; null for other and untranslated text. */
export function translateToChinese(english: string): string | null {
  const sentences = english.split(BETWEEN_SENTENCES);
  if (sentences.length > 1) {
    const each = sentences.map(findSentence);
    if (each.every((words) => words !== null)) return each.join('');
  }
  return findSentence(english);
}

function findSentence(english: string): string | null {
  const read = readSentence(english);
  return read && fill(SENTENCES[read.pattern] ?? '', read.given);
}

/** Fills placeholders; those with a star are translated if possible, others are inserted unchanged. */
function fill(chinese: string, given: readonly string[]): string {
  return chinese.replaceAll(/\{(\d)(\*?)\}/g, (_, place: string, star: string) => {
    const words = given[Number(place) - 1] ?? '';
    return star === '' ? words : (translateToChinese(words) ?? findPart(words) ?? toChineseList(words));
  });
}

function findPart(english: string): string | null {
  const read = readPart(english);
  return read && fill(PARTS[read.pattern] ?? '', read.given);
}

/** Converts a list to Chinese punctuation; its items are translated only if all of them are ours, unlike names. */
function toChineseList(english: string): string {
  const members = english.split(/, | and the | and /);
  const words = members.map(findPart);
  if (words.every((each) => each !== null)) return words.join('、');
  if (!english.startsWith('“')) return english;
  return english
    .replaceAll('”, “', '”、“')
    .replaceAll('” and “', '”和“')
    .replace(/” and (\d+) more$|”, (\d+) more$/, (_, one?: string, other?: string) => `”等，另外 ${one ?? other} 个`);
}
