import type { Prng } from '../../simulation/prng.ts';
import { hostileCount, hostileNumber, hostileText, repeats } from '../hostile-values.ts';

/** A text that is long enough. */
const ENOUGH_LENGTH = 200_000;

/** A text longer than everything that reads JSON accepts; more of it would only fill the memory of the fuzzer. */
const MAX_LENGTH = 25_000_000;

type Container = Record<string, unknown> | unknown[];

/** A JSON value of any type; not finite numbers are written as 1e999. */
export function hostileValue(prng: Prng): unknown {
  switch (prng.integer(9)) {
    case 0:
      return null;
    case 1:
      return hostileCount(prng);
    case 2:
      return hostileText(prng);
    case 3:
      return prng.chance(0.5);
    case 4:
      return hostileNumber(prng);
    case 5:
      return -1 - prng.integer(3);
    case 6:
      return [];
    case 7:
      return {};
    default:
      return nested(1 + prng.integer(prng.chance(0.1) ? 1_000 : 70), prng.chance(0.5));
  }
}

/**
 * Returns a copy of a JSON value that is changed in a few places: values of other types and sizes, missing, repeated and
 * unknown members, long lists, and values of one place at another.
 */
export function corruptJson(prng: Prng, sound: unknown, changes = 1 + prng.integer(4)): unknown {
  if (!isContainer(sound)) return hostileValue(prng);
  // A change in place would also change a constant for all later cases.
  const value = structuredClone(sound);
  for (let change = 0; change < changes; change++) {
    corruptOnce(prng, value);
    // Another repetition would multiply it.
    const length = lengthOf(value);
    if (length > MAX_LENGTH) return hostileValue(prng);
    if (length > ENOUGH_LENGTH) break;
  }
  return value;
}

/** Length of a value as JSON; `Infinity` if it is longer than a string can be. */
function lengthOf(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch (error) {
    if (error instanceof RangeError) return Infinity;
    throw error;
  }
}

/** The text of a value; sometimes with what only a text can have: repeated members, huge numbers, a wrong end. */
export function toJsonText(prng: Prng, value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'number' && !Number.isFinite(each)) return '\0number';
    return each;
  }).replaceAll(String.raw`"\u0000number"`, '1e999');
  if (!prng.chance(0.06)) return text;
  switch (prng.integer(7)) {
    case 0:
      return text.slice(0, prng.integer(text.length));
    case 1:
      return `\ufeff${text}`;
    case 2:
      return text.replace('{', '{"__proto__":{"a":1},');
    case 3:
      return text.replaceAll(/:1\b/g, ':1e400');
    case 4:
      return `${text}${text}`;
    case 5:
      return `${'['.repeat(repeats(prng, 1))}${text}`;
    default:
      return text.replace(/"(\w+)":/, '"$1":0,"$1":');
  }
}

function corruptOnce(prng: Prng, root: Container): void {
  const parent = pickContainer(prng, root);
  const keys = Object.keys(parent);
  const key = keys[prng.integer(keys.length)];
  if (key === undefined) return set(parent, 'x', hostileValue(prng));
  const value = (parent as Record<string, unknown>)[key];
  switch (prng.integer(7)) {
    case 0:
      return remove(parent, key);
    case 1:
      return set(parent, hostileText(prng) || 'x', hostileValue(prng));
    case 2: {
      const list: unknown[] = Array.isArray(value) ? value : [value];
      const copies = repeats(prng, 20 + JSON.stringify(list).length);
      return set(parent, key, Array.from({ length: copies }, () => list).flat());
    }
    case 3:
      return set(parent, key, Array.isArray(value) ? Object.fromEntries(value.entries()) : [value]);
    case 4:
      // A copy, so that a value that contains the place does not become a cycle.
      return set(parent, key, structuredClone(pickContainer(prng, root)));
    default:
      return set(parent, key, hostileValue(prng));
  }
}

/** A container of a tree, those near the root more often. */
function pickContainer(prng: Prng, root: Container): Container {
  let at = root;
  while (prng.chance(0.75)) {
    const inner = Object.values(at).filter(isContainer);
    if (inner.length === 0) break;
    at = prng.pick(inner);
  }
  return at;
}

function set(parent: Container, key: string, value: unknown): void {
  // Not an assignment, which would change the prototype for one name.
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

function remove(parent: Container, key: string): void {
  const index = Number(key);
  if (!Array.isArray(parent) || !(index < parent.length)) return void Reflect.deleteProperty(parent, key);
  // Not `splice`, which asks a corrupted list for its `constructor`.
  parent.copyWithin(index, index + 1);
  parent.length--;
}

function nested(depth: number, isList: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = isList ? [value] : { a: value };
  return value;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
