import { damagedModel, truncatedModel } from '../../import/import-limits.ts';
import { IN_NUMBERS, MAX_NUMBER_DEPTH, NUMBER } from './number-lists.ts';

/** A tokenizer of USD text: each call inspects or consumes the next token. */
export interface UsdaTokens {
  isAtEnd(): boolean;
  is(mark: string): boolean;
  /** Consumes a punctuation mark if it is next. */
  take(mark: string): boolean;
  /** Consumes a punctuation mark; throws if another token is next. */
  expect(mark: string): void;
  isText(): boolean;
  /** Consumes a quoted string. */
  text(): string;
  /** Consumes a word: a name with its colons and dots, or a number. */
  word(): string;
  peekWord(): string;
  /** Consumes `@asset@`; null if it is not next. */
  findAsset(): string | null;
  /** Consumes `<path>`; null if it is not next. */
  findPath(): string | null;
  /** Consumes a bracketed list of numbers only; null if something else is next. */
  findNumbers(): Float64Array | null;
  /** Consumes the place of a list that `shortenLayer` took out and returns its number; null if it is not next. */
  findLongList(): number | null;
  /** Consumes a bracket with its content. */
  skipBlock(): void;
}

const WORD = /[^\s()[\]{}=,;"'@<>#]+/y;
const TEXT = /"""([\s\S]*?)"""|'''([\s\S]*?)'''|"([^"\\\n]*(?:\\.[^"\\\n]*)*)"|'([^'\\\n]*(?:\\.[^'\\\n]*)*)'/y;
const ASSET = /@@@([\s\S]*?)@@@|@([^@\n]*)@/y;
const PATH = /<([^>\n]*)>/y;
const LONG_LIST = /\[\0(\d+)\]/y;
const QUOTES = ['"', "'", '@'];
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Creates a tokenizer at the beginning of a text. Calls throw `ModelError` if the text is not well-formed. */
export function createUsdaTokens(text: string): UsdaTokens {
  let at = 0;
  const skipSpace = (): void => {
    // Not a regular expression: repeated alternatives fail on long runs.
    for (; at < text.length; at++) {
      if (text[at] === '#') at = findLineEnd(text, at);
      else if (text.charCodeAt(at) > 32) return;
    }
  };
  const find = (pattern: RegExp): RegExpExecArray | null => {
    skipSpace();
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const is = (mark: string): boolean => {
    skipSpace();
    return text.startsWith(mark, at);
  };
  const take = (mark: string): boolean => {
    if (!is(mark)) return false;
    at += mark.length;
    return true;
  };
  const fail = (): Error => (at >= text.length ? truncatedModel() : damagedModel('model-damage.usd-text'));
  const word = (): string => {
    const found = find(WORD);
    if (!found) throw fail();
    return found[0];
  };
  const firstGroup = (found: RegExpExecArray | null): string | null =>
    found && (found.slice(1).find((group) => group !== undefined) ?? '');

  return {
    isAtEnd: () => {
      skipSpace();
      return at >= text.length;
    },
    is,
    take,
    expect(mark) {
      if (!take(mark)) throw fail();
    },
    isText: () => is('"') || is("'"),
    text() {
      const found = firstGroup(find(TEXT));
      if (found === null) throw fail();
      return found.replace(/\\(.)/g, '$1');
    },
    word,
    peekWord() {
      skipSpace();
      WORD.lastIndex = at;
      return WORD.exec(text)?.[0] ?? '';
    },
    findAsset: () => firstGroup(find(ASSET)),
    findPath: () => firstGroup(find(PATH)),
    findLongList() {
      const number = find(LONG_LIST)?.[1];
      return number === undefined ? null : Number(number);
    },
    findNumbers() {
      skipSpace();
      const end = findNumbersEnd(text, at);
      if (end < 0) return null;
      const list = text.slice(at, end);
      at = end;
      const numbers: number[] = [];
      for (const [number] of list.matchAll(NUMBER)) {
        numbers.push(number.endsWith('inf') ? Infinity : Number(number));
      }
      return Float64Array.from(numbers);
    },
    skipBlock() {
      skipSpace();
      const stack: string[] = [];
      do {
        skipSpace();
        const mark = text[at];
        if (mark === undefined) throw fail();
        if (QUOTES.includes(mark)) {
          // The rest of the line of one that does not end is skipped: it may have many more.
          if (!find(mark === '@' ? ASSET : TEXT)) at = findLineEnd(text, at);
          continue;
        }
        at++;
        if (CLOSING[mark] !== undefined) stack.push(CLOSING[mark]);
        else if (mark === stack.at(-1)) stack.pop();
      } while (stack.length > 0);
    },
  };
}

function findLineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/**
 * Returns the position after the bracket that closes the one at `from`; −1 if there is anything other than numbers in
 * between.
 */
function findNumbersEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!IN_NUMBERS.has(code)) return -1;
    if ((code === 0x28 || code === 0x5b) && ++depth > MAX_NUMBER_DEPTH) return -1;
    if ((code === 0x29 || code === 0x5d) && --depth === 0) return at + 1;
  }
  return -1;
}
