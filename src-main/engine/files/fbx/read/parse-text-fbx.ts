import { checkDepth, damagedModel, decodeText, truncatedModel } from '../../import/import-limits.ts';
import { findNumbers, type FbxElement, type FbxRead, type FbxTree } from './fbx-element.ts';

/** One of: a name with its colon, a text, a number or bare word, an array's length, a punctuation mark. */
const TOKEN = /([\w|]+):|"([^"]*)"|(\*\d+)|([^\s,{}:;"]+)|([,{}])/y;
/** An array's numbers are matched in one piece: they are most of a file. */
const NUMBERS = /\s*\{\s*a:([^}]*)\}/y;

/** Parses a text FBX into the same elements as a binary one. Throws `ModelError` if it is not well-formed. */
export function parseTextFbx(bytes: Uint8Array): FbxTree {
  const text = decodeText(bytes);
  const stack: { name: string; values: FbxRead[]; children: FbxElement[] }[] = [{ name: '', values: [], children: [] }];
  let open: (typeof stack)[number] | null = null;
  let at = 0;
  const close = (): void => {
    if (open) stack.at(-1)!.children.push(open);
    open = null;
  };
  for (;;) {
    at = skipSpace(text, at);
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (!token) break;
    at = TOKEN.lastIndex;
    const [, name, quoted, length, word, mark] = token;
    if (name !== undefined) {
      close();
      open = { name, values: [], children: [] };
    } else if (mark === '}') {
      close();
      const done = stack.pop();
      if (!done || stack.length === 0) throw damagedModel('model-damage.bracket');
      stack.at(-1)!.children.push(done);
    } else if (!open) {
      throw damagedModel('model-damage.stray-value');
    } else if (mark === '{') {
      stack.push(open);
      open = null;
      checkDepth(stack.length);
    } else if (length !== undefined) {
      NUMBERS.lastIndex = at;
      const array = NUMBERS.exec(text);
      if (!array) throw damagedModel('model-damage.empty-array');
      at = NUMBERS.lastIndex;
      open.values.push(parseNumbers(array[1]!));
    } else if (quoted !== undefined) {
      open.values.push(quoted.replaceAll('&quot;', '"'));
    } else if (word !== undefined) {
      open.values.push(parseWord(word));
    }
  }
  close();
  if (stack.length > 1) throw truncatedModel();
  if (at < text.length) throw damagedModel('model-damage.fbx-text');
  const root = stack[0]!;
  const header = root.children.find((child) => child.name === 'FBXHeaderExtension');
  return { version: (header && findNumbers(header, 'FBXVersion')?.[0]) ?? 0, root };
}

/**
 * Returns the position after whitespace and comments. Not a regular expression: repeated alternatives fail on long
 * runs.
 */
function skipSpace(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === ';') {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (text.charCodeAt(at) > 32) return at;
  }
  return text.length;
}

function parseNumbers(list: string): Float64Array {
  const words = list.trim() === '' ? [] : list.split(',');
  return Float64Array.from(words, Number);
}

/** Parses a word; ids exceed the integers a double can represent. */
function parseWord(word: string): FbxRead {
  if (/^-?\d{16,19}$/.test(word)) return BigInt(word);
  const number = Number(word);
  return Number.isNaN(number) ? word : number;
}
