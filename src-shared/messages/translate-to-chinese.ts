import { createSentenceReader } from '../api/messages/message-patterns.ts';
import { BRIDGES_ZH } from './bridge-messages.zh.ts';
import { DELIVERIES_ZH } from './delivery-messages.zh.ts';
import { DETAILS_ZH } from './error-details.zh.ts';
import { DIFF_LINES_ZH } from './diff-lines.zh.ts';
import { ISSUES_ZH } from '../api/messages/rule-messages.zh.ts';
import { JOB_NOTES_ZH } from './job-notes.zh.ts';
import { MODEL_NOTES_ZH } from '../api/messages/model-notes.zh.ts';
import { PARTS_ZH } from './phrases.zh.ts';
import { PICTURE_NOTES_ZH } from '../api/messages/image-notes.zh.ts';
import { PROMPT_NOTES_ZH } from '../api/messages/prompt-notes.zh.ts';
import { REFUSALS_ZH } from '../api/messages/local-service-errors.zh.ts';
import { SUBJECTS_ZH } from './error-subjects.zh.ts';

/** Every sentence that reaches the page ready made, with its Chinese; each of its own tables is complete or does not compile. */
const SENTENCES: Readonly<Record<string, string>> = {
  ...DETAILS_ZH,
  ...REFUSALS_ZH,
  ...ISSUES_ZH,
  ...JOB_NOTES_ZH,
  ...MODEL_NOTES_ZH,
  ...PICTURE_NOTES_ZH,
  ...PROMPT_NOTES_ZH,
  ...DELIVERIES_ZH,
  ...BRIDGES_ZH,
  ...DIFF_LINES_ZH,
};

const PARTS: Readonly<Record<string, string>> = PARTS_ZH;

const readSentence = createSentenceReader(Object.keys(SENTENCES));
const readPart = createSentenceReader(Object.keys(PARTS));
const readSubject = createSentenceReader(Object.keys(SUBJECTS_ZH));

/** Where one sentence ends and the next begins. */
const BETWEEN_SENTENCES = /(?<=[.?!]) (?=[\p{Lu}“])/u;

/** Sentences of ours in Chinese, one or several in a row; null for words of anybody else, and for what is not translated. */
export function findChinese(english: string): string | null {
  const sentences = english.split(BETWEEN_SENTENCES);
  if (sentences.length > 1) {
    const each = sentences.map(findSentence);
    if (each.every((words) => words !== null)) return each.join('');
  }
  return findSentence(english);
}

/** What main calls a thing that has no name of its own, in Chinese; a name stays as it is. */
export function toChineseSubject(english: string): string {
  const read = readSubject(english);
  return read ? fill((SUBJECTS_ZH as Readonly<Record<string, string>>)[read.pattern] ?? '', read.given) : english;
}

function findSentence(english: string): string | null {
  const read = readSentence(english);
  return read && fill(SENTENCES[read.pattern] ?? '', read.given);
}

/** What stands at a place with a star is translated as far as it is ours; everything else was given by somebody. */
function fill(chinese: string, given: readonly string[]): string {
  return chinese.replaceAll(/\{(\d)(\*?)\}/g, (_, place: string, star: string) => {
    const words = given[Number(place) - 1] ?? '';
    return star === '' ? words : (findChinese(words) ?? findPart(words) ?? toChineseList(words));
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
