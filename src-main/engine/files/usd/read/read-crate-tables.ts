import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { ByteReader } from '../../import/byte-reader.ts';
import { checkCorners, checkDepth, checkObjects, damagedModel, decodeText } from '../../import/import-limits.ts';
import { unpackCrateIntegers } from './unpack-crate-integers.ts';
import { unpackLz4 } from './unpack-lz4.ts';

/** A value representation in a crate: 32 bits of type and flags with 16 of the payload, and 32 of the payload. */
export interface CrateRep {
  readonly high: number;
  readonly low: number;
}

/** A prim or property of a crate. */
export interface CrateSpec {
  readonly path: string;
  readonly fields: ReadonlyMap<string, CrateRep>;
}

/** The tables of a crate file. */
export interface CrateTables {
  readonly bytes: Uint8Array;
  /** Minor version; the major version is 0. */
  readonly version: number;
  readonly tokens: readonly string[];
  readonly strings: readonly number[];
  readonly paths: readonly string[];
  readonly specs: readonly CrateSpec[];
}

/** Maximum number of characters of all paths together. */
const MAX_PATH_CHARACTERS = 2 ** 26;
/** Maximum size of all names together. */
const MAX_NAME_BYTES = 64 * 1024 ** 2;
/** Entries of a table for each object: its properties, their values and names. */
const ENTRIES_PER_OBJECT = 10;
/** First version with compressed tables; older ones, before 2016, predate USDZ. */
const PACKED_TABLES = 4;
const END_OF_SET = -1;

/** Reads the tables of a crate (OpenUSD, usd/crateFile, versions 0.4 to 0.x). Throws `ModelError`. */
export function readCrateTables(bytes: Uint8Array): CrateTables {
  const head = new ByteReader(bytes, 8);
  const [major, version] = [head.u8(), head.u8()];
  if (major !== 0 || version < PACKED_TABLES) {
    throw new ModelError('unsupported', engineMessage('model-file.usd-version', { version: `${major}.${version}` }));
  }
  head.seek(16);
  head.seek(head.u64());
  const sections = new Map<string, number>();
  for (let left = Math.min(head.u64(), 64); left > 0; left--) {
    const name = Buffer.from(head.take(16)).toString('latin1').split('\0')[0]!;
    sections.set(name, head.u64());
    head.u64();
  }
  const open = (name: string): ByteReader => {
    const start = sections.get(name);
    if (start === undefined) throw damagedModel('model-damage.usd-missing-table');
    return new ByteReader(bytes, start);
  };

  const tokens = readTokens(open('TOKENS'));
  const strings = readStrings(open('STRINGS'));
  const fields = readFields(open('FIELDS'));
  const sets = readIntegers(open('FIELDSETS'));
  const paths = readPaths(open('PATHS'), tokens);
  const specs = readSpecs(open('SPECS'), paths, sets, fields, tokens);
  return { bytes, version, tokens, strings, paths, specs };
}

function readTokens(reader: ByteReader): string[] {
  const count = reader.u64();
  const [unpacked, packed] = [reader.u64(), reader.u64()];
  if (unpacked > MAX_NAME_BYTES) throw damagedModel('model-damage.usd-names-size');
  checkObjects(count / ENTRIES_PER_OBJECT);
  const tokens = decodeText(unpackLz4(reader.take(packed), unpacked)).split('\0', count);
  if (tokens.length < count) throw damagedModel('model-damage.usd-missing-names');
  return tokens;
}

function readStrings(reader: ByteReader): number[] {
  const count = reader.u64();
  checkObjects(count / ENTRIES_PER_OBJECT);
  const words = reader.take(count * 4);
  const view = new ByteReader(words);
  return Array.from({ length: count }, () => view.u32());
}

/** Reads integers with a count prefix. */
function readIntegers(reader: ByteReader): Int32Array {
  const count = reader.u64();
  return unpackCrateIntegers(reader.take(reader.u64()), count);
}

function readFields(reader: ByteReader): { token: number; rep: CrateRep }[] {
  const count = reader.u64();
  checkObjects(count / ENTRIES_PER_OBJECT);
  const names = unpackCrateIntegers(reader.take(reader.u64()), count);
  const reps = new ByteReader(unpackLz4(reader.take(reader.u64()), count * 8));
  return Array.from(names, (token) => {
    const low = reps.u32();
    return { token, rep: { low, high: reps.u32() } };
  });
}

/**
 * Reads the path tree, written parent first: each entry has its last component (negative for properties) and a jump: −2
 * neither child nor sibling, −1 a child, 0 a following sibling, more: a child, and the sibling so many entries on.
 */
function readPaths(reader: ByteReader, tokens: readonly string[]): string[] {
  const count = reader.u64();
  checkObjects(count / ENTRIES_PER_OBJECT);
  const steps = reader.u64();
  checkCorners(steps);
  const places = unpackCrateIntegers(reader.take(reader.u64()), steps);
  const names = unpackCrateIntegers(reader.take(reader.u64()), steps);
  const jumps = unpackCrateIntegers(reader.take(reader.u64()), steps);
  const paths = new Array<string>(count).fill('');
  const waiting: { at: number; parent: string; depth: number }[] = [{ at: 0, parent: '', depth: 0 }];
  let visited = 0;
  let characters = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    let { at, parent, depth } = next;
    for (;;) {
      if (at >= steps || ++visited > steps) throw damagedModel('model-damage.usd-path-loop');
      checkDepth(depth);
      const [place, name, jump] = [places[at]!, names[at]!, jumps[at]!];
      const part = tokens[Math.abs(name)] ?? '';
      const path = parent === '' ? '/' : name < 0 ? `${parent}.${part}` : `${parent === '/' ? '' : parent}/${part}`;
      if (place < 0 || place >= count) throw damagedModel('model-damage.usd-missing-path');
      characters += path.length;
      if (characters > MAX_PATH_CHARACTERS) throw damagedModel('model-damage.usd-paths-size');
      paths[place] = path;
      if (jump === -2) break;
      if (jump > 0) waiting.push({ at: at + jump, parent, depth });
      if (jump !== 0) {
        parent = path;
        depth++;
      }
      at++;
    }
  }
  return paths;
}

function readSpecs(
  reader: ByteReader,
  paths: readonly string[],
  sets: Int32Array,
  fields: readonly { token: number; rep: CrateRep }[],
  tokens: readonly string[],
): CrateSpec[] {
  const count = reader.u64();
  checkObjects(count / ENTRIES_PER_OBJECT);
  const places = unpackCrateIntegers(reader.take(reader.u64()), count);
  const starts = unpackCrateIntegers(reader.take(reader.u64()), count);
  const known = new Map<number, ReadonlyMap<string, CrateRep>>();
  const readSet = (start: number): ReadonlyMap<string, CrateRep> => {
    const found = known.get(start);
    if (found) return found;
    const set = new Map<string, CrateRep>();
    for (let at = start; at >= 0 && at < sets.length && sets[at] !== END_OF_SET; at++) {
      const field = fields[sets[at]!];
      if (!field) throw damagedModel('model-damage.usd-missing-value');
      set.set(tokens[field.token] ?? '', field.rep);
    }
    known.set(start, set);
    return set;
  };
  return Array.from(places, (place, i) => ({ path: paths[place] ?? '', fields: readSet(starts[i]!) }));
}
