import { setLanguage } from '../../src-renderer/app/language/language.ts';
import type { Language } from '../../src-shared/settings/pick-language.ts';

/** A message in both languages; of a function, what it says of marked arguments. */
export interface Message {
  readonly key: string;
  readonly en: string;
  readonly zh: string;
  /** What it was given, as it stands in the words. */
  readonly args: readonly string[];
}

/** Numbers that no message holds by itself, and that are many in every language. */
const NUMBERS = [7_001, 7_103, 7_207];
const MARKS = ['Alpha', 'Bravo', 'Charlie'];

/** What a message may be given, tried one after the other: most take numbers or texts in some order. */
const TRIALS: readonly (readonly unknown[])[] = [
  MARKS,
  NUMBERS,
  ...mixtures(),
  [[...MARKS]],
  [NUMBERS[0], [...MARKS]],
  [{ ids: new Set(MARKS) }],
  [['picture', 'model']],
];

/** Every message of two tables of one shape; throws where a function in one takes something else in the other. */
export function listMessages(key: string, en: unknown, zh: unknown): Message[] {
  if (typeof en === 'string' && typeof zh === 'string') return [{ key, en, zh, args: [] }];
  if (typeof en === 'function' && typeof zh === 'function') return [callBoth(key, en as Say, zh as Say)];
  if (typeof en !== 'object' || typeof zh !== 'object' || en === null || zh === null)
    throw new Error(`${key} differs.`);
  const [keys, others] = [Object.keys(en).sort(), Object.keys(zh).sort()];
  if (keys.join() !== others.join()) throw new Error(`${key} has other keys: ${keys.join()} and ${others.join()}.`);
  return keys.flatMap((each) => listMessages(`${key}.${each}`, get(en, each), get(zh, each)));
}

type Say = (...given: readonly unknown[]) => unknown;

function callBoth(key: string, en: Say, zh: Say): Message {
  const tried = TRIALS.flatMap((given): Message[] => {
    const [one, other] = [attempt(en, given, 'en'), attempt(zh, given, 'zh')];
    return one === null || other === null ? [] : [{ key, en: one, zh: other, args: given.flatMap(shown) }];
  });
  // Some take anything, but tell what they were given of what they are meant for.
  const telling = tried.find(({ en: words, args }) => args.some((arg) => words.includes(arg))) ?? tried[0];
  if (!telling) throw new Error(`${key} takes something else.`);
  return telling;
}

/** What is said; null: that is nothing it takes. */
function attempt(say: Say, given: readonly unknown[], language: Language): string | null {
  setLanguage(language);
  try {
    const words = say(...given);
    if (typeof words !== 'string' || /NaN|undefined|Infinity|\[object/.test(words)) return null;
    return words.replaceAll(/(\d),(?=\d{3})/g, '$1');
  } catch {
    return null;
  } finally {
    setLanguage('en');
  }
}

/** How an argument stands in the words, thousands not apart. */
function shown(given: unknown): readonly string[] {
  if (Array.isArray(given)) return given.flatMap(shown);
  return typeof given === 'string' || typeof given === 'number' ? [String(given)] : [];
}

function mixtures(): unknown[][] {
  return [1, 2, 3, 4, 5, 6].map((bits) => MARKS.map((mark, index) => ((bits >> index) & 1 ? NUMBERS[index] : mark)));
}

function get(table: object, key: string): unknown {
  return (table as Record<string, unknown>)[key];
}
