import { createMessageMatcher } from '../api/messages/message-patterns.ts';
import { BRIDGE_MESSAGES_ZH } from './bridge-messages.zh.ts';
import { PHRASES_ZH } from './phrases.zh.ts';
import { LOCAL_SERVICE_ERRORS_ZH } from '../api/messages/local-service-errors.zh.ts';

/**
 * Sentences that reach the page as plain English, with their Chinese; each table is complete or does not compile. New texts
 * do not belong here: they are messages with ids. What stays, and why: bridges are programs of their own, in Python, C# and
 * GDScript, and installed ones are older than this app; jobs of earlier versions stored the sentences of the engine and of
 * the local service; and a local service of an earlier version sends no ids.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  ...LOCAL_SERVICE_ERRORS_ZH,
  ...BRIDGE_MESSAGES_ZH,
};

const PARTS: Readonly<Record<string, string>> = PHRASES_ZH;

const readSentence = createMessageMatcher(Object.keys(SENTENCES));
const readPart = createMessageMatcher(Object.keys(PARTS));

/** Where one sentence ends and the next begins. */
const BETWEEN_SENTENCES = /(?<=[.?!]) (?=[\p{Lu}“])/u;

/** Sentences of ours in Chinese, one or several in a row; null for words of anybody else, and for what is not translated. */
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

/** What stands at a place with a star is translated as far as it is ours; everything else was given by somebody. */
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

/** A list in the marks of the language; its members are translated when all of them are ours, which names are not. */
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
