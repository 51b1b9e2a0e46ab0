import { checkDepth, damagedModel, truncatedModel } from '../../import/import-limits.ts';
import { createMemoryMeter, type MemoryMeter } from '../../import/memory-meter.ts';
import {
  ELEMENT_BYTES,
  findNumbers,
  measureValue,
  OLDEST_FBX_VERSION,
  type FbxElement,
  type FbxRead,
  type FbxTree,
} from './fbx-element.ts';
import { shortenFbx } from './shorten-fbx.ts';

/**
 * One of: a name with its colon, a text, an array's length, the place of a long array, a number or bare word, a punctuation
 * mark.
 */
const TOKEN = /([\w|]+):|"([^"]*)"|(\*\d+)|\*\0(\d+)|([^\s,{}:;"]+)|([,{}])/y;
/** Measured memory of a short array, beside what every value takes, and of each of its numbers. */
const LIST_BYTES = 500;
const LISTED_BYTES = 2 * Float64Array.BYTES_PER_ELEMENT;
const HEADER = 'FBXHeaderExtension';
/** The numbers of a short array. */
const NUMBERS = /\s*\{\s*a:([^}]*)\}/y;

/**
 * Parses a text FBX into the same elements as a binary one; of a version that is too old, only what precedes the end of the
 * header. Throws `ModelError` if it is not well-formed.
 */
export function parseTextFbx(bytes: Uint8Array): FbxTree {
  const memory = createMemoryMeter();
  const { text, arrays } = shortenFbx(bytes, memory);
  const stack: { name: string; values: FbxRead[]; children: FbxElement[] }[] = [{ name: '', values: [], children: [] }];
  let open: (typeof stack)[number] | null = null;
  let version: number | null = null;
  let at = 0;
  const close = (): void => {
    // The copy has no room for more values, which most elements never get.
    if (open) stack.at(-1)!.children.push({ ...open, values: open.values.slice() });
    open = null;
  };
  const add = (value: FbxRead): void => {
    memory.charge(measureValue(value));
    open!.values.push(value);
  };
  for (;;) {
    at = skipSpace(text, at);
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (!token) break;
    at = TOKEN.lastIndex;
    const [, name, quoted, length, array, word, mark] = token;
    if (name !== undefined) {
      close();
      memory.charge(ELEMENT_BYTES + name.length);
      open = { name, values: [], children: [] };
    } else if (mark === '}') {
      close();
      const done = stack.pop();
      if (!done || stack.length === 0) throw damagedModel('model-damage.bracket');
      stack.at(-1)!.children.push(done);
      if (version === null && stack.length === 1 && done.name === HEADER) {
        version = readVersion(done);
        if (version < OLDEST_FBX_VERSION) return { version, root: stack[0]! };
      }
    } else if (!open) {
      throw damagedModel('model-damage.stray-value');
    } else if (mark === '{') {
      stack.push(open);
      open = null;
      checkDepth(stack.length);
    } else if (length !== undefined) {
      NUMBERS.lastIndex = at;
      const numbers = NUMBERS.exec(text);
      if (!numbers) throw damagedModel('model-damage.empty-array');
      at = NUMBERS.lastIndex;
      add(parseNumbers(numbers[1]!, memory));
    } else if (array !== undefined) {
      const numbers = arrays[Number(array)];
      if (!numbers) throw damagedModel('model-damage.empty-array');
      add(numbers);
    } else if (quoted !== undefined) {
      add(quoted.replaceAll('&quot;', '"'));
    } else if (word !== undefined) {
      add(parseWord(word));
    }
  }
  close();
  if (stack.length > 1) throw truncatedModel();
  if (at < text.length) throw damagedModel('model-damage.fbx-text');
  return { version: version ?? 0, root: stack[0]! };
}

function readVersion(header: FbxElement): number {
  return findNumbers(header, 'FBXVersion')?.[0] ?? 0;
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

/** Not with `split`: a long list takes little more than its numbers. */
function parseNumbers(list: string, memory: MemoryMeter): Float64Array {
  const count = countNumbers(list);
  memory.charge(LIST_BYTES + count * LISTED_BYTES);
  if (count === 0) return new Float64Array();
  let start = 0;
  return new Float64Array(count).map(() => {
    const comma = list.indexOf(',', start);
    const end = comma < 0 ? list.length : comma;
    const number = Number(list.slice(start, end));
    start = end + 1;
    return number;
  });
}

function countNumbers(list: string): number {
  if (list.trim() === '') return 0;
  let count = 1;
  for (let at = list.indexOf(','); at >= 0; at = list.indexOf(',', at + 1)) count++;
  return count;
}

/** Parses a word; ids exceed the integers a double can represent. */
function parseWord(word: string): FbxRead {
  if (/^-?\d{16,19}$/.test(word)) return BigInt(word);
  const number = Number(word);
  return Number.isNaN(number) ? word : number;
}
