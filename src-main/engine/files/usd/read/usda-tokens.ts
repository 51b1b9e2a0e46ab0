import { damagedModel, truncatedModel } from '../../import/import-limits.ts';

/** A USD text on its way through: each call looks at, or takes, what comes next. */
export interface UsdaTokens {
  isAtEnd(): boolean;
  is(mark: string): boolean;
  /** Takes a mark if it comes next. */
  take(mark: string): boolean;
  /** Takes a mark; throws when another comes. */
  expect(mark: string): void;
  isText(): boolean;
  /** Takes a quoted text. */
  text(): string;
  /** Takes a word: a name with its colons and dots, or a number. */
  word(): string;
  peekWord(): string;
  /** Takes `@asset@`; null: none comes. */
  findAsset(): string | null;
  /** Takes `<path>`; null: none comes. */
  findPath(): string | null;
  /** Takes a bracketed list that holds nothing but numbers; null: another comes. */
  findNumbers(): Float64Array | null;
  /** Takes a bracket with all that is in it. */
  skipBlock(): void;
}

const WORD = /[^\s()[\]{}=,;"'@<>#]+/y;
const TEXT = /"""([\s\S]*?)"""|'''([\s\S]*?)'''|"([^"\\\n]*(?:\\.[^"\\\n]*)*)"|'([^'\\\n]*(?:\\.[^'\\\n]*)*)'/y;
const ASSET = /@@@([\s\S]*?)@@@|@([^@\n]*)@/y;
const PATH = /<([^>\n]*)>/y;
/** All that a list of numbers is written with. */
const IN_NUMBERS = new Set([...'0123456789+-.eEinfa,()[] \t\r\n'].map((letter) => letter.charCodeAt(0)));
const NUMBER = /[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|inf|nan)/g;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Starts at a text's beginning. Calls throw `ModelError` where the text is not well-formed. */
export function createUsdaTokens(text: string): UsdaTokens {
  let at = 0;
  const skipSpace = (): void => {
    // No pattern: those that repeat a choice fail on long runs.
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
  const fail = (): Error => (at >= text.length ? truncatedModel() : damagedModel('its USD text is not well-formed'));
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
        if (find(TEXT) ?? find(ASSET)) continue;
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

/** Behind the bracket that closes the one at `from`; -1: something other than numbers is between them. */
function findNumbersEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!IN_NUMBERS.has(code)) return -1;
    if (code === 0x28 || code === 0x5b) depth++;
    else if ((code === 0x29 || code === 0x5d) && --depth === 0) return at + 1;
  }
  return -1;
}
