import { checkDepth, damagedModel, truncatedModel } from '../../import/import-limits.ts';
import type { ShortenedLayer } from './number-lists.ts';
import {
  chargePrims,
  createUsdBudget,
  isNumbers,
  measureUsdValue,
  type UsdBudget,
  type UsdAttribute,
  type UsdLayer,
  type UsdPrim,
  type UsdReference,
  type UsdSample,
  type UsdValue,
} from './usd-layer.ts';
import { createUsdaTokens, type UsdaTokens } from './usda-tokens.ts';

/** Metadata of a prim, a property or a layer, by key; null for values that are not plain. */
type Metadata = ReadonlyMap<string, UsdValue>;

const SPECIFIERS = ['def', 'over', 'class'] as const;
const QUALIFIERS = ['custom', 'uniform', 'varying', 'config'];
const LIST_EDITS = ['prepend', 'append', 'add', 'delete', 'reorder'];

/** Measured memory of a time sample, a reference and an entry of metadata, without their values. */
const SAMPLE_BYTES = 100;
const REFERENCE_BYTES = 150;
const ENTRY_BYTES = 100;

/** Reads a list that is not in the text, of a USD type. */
type ReadList = ShortenedLayer['readList'];

interface Source extends UsdaTokens {
  readonly readList: ReadList;
  readonly budget: UsdBudget;
}

/**
 * Parses a text layer (usda 1.0) whose long lists `readList` reads; `budget` limits its prims. Variants are left out. Throws `ModelError` if it is
 * not well-formed.
 */
export function parseUsda(
  text: string,
  folder: string,
  readList: ReadList = () => null,
  budget: UsdBudget = createUsdBudget(),
): UsdLayer {
  const tokens: Source = { ...createUsdaTokens(text), readList, budget };
  const metadata = tokens.is('(') ? readMetadata(tokens, 0) : new Map<string, UsdValue>();
  const prims: UsdPrim[] = [];
  while (!tokens.isAtEnd()) prims.push(readPrim(tokens, 0));
  const text0 = (key: string): string | null => {
    const value = metadata.get(key);
    return typeof value === 'string' ? value : null;
  };
  const number0 = (key: string): number | null => {
    const value = metadata.get(key);
    return typeof value === 'number' ? value : null;
  };
  const layers = metadata.get('subLayers');
  return {
    upAxis: text0('upAxis'),
    metersPerUnit: number0('metersPerUnit'),
    timeCodesPerSecond: number0('timeCodesPerSecond') ?? number0('framesPerSecond'),
    defaultPrim: text0('defaultPrim'),
    subLayers: Array.isArray(layers) ? (layers as readonly string[]) : [],
    prims,
    folder,
  };
}

function readPrim(tokens: Source, depth: number): UsdPrim {
  checkDepth(depth);
  chargePrims(tokens.budget, 1, 0);
  const specifier = tokens.word();
  if (!(SPECIFIERS as readonly string[]).includes(specifier)) throw damagedModel('model-damage.usd-missing-prim');
  const type = tokens.isText() ? '' : tokens.word();
  const name = tokens.text();
  const references: UsdReference[] = [];
  if (tokens.is('(')) readMetadata(tokens, depth, references);
  const attributes = new Map<string, UsdAttribute>();
  const relationships = new Map<string, readonly string[]>();
  const children: UsdPrim[] = [];
  tokens.expect('{');
  while (!tokens.take('}')) {
    if (tokens.isAtEnd()) throw truncatedModel();
    const word = tokens.peekWord();
    if ((SPECIFIERS as readonly string[]).includes(word)) children.push(readPrim(tokens, depth + 1));
    else if (word === 'variantSet') skipVariants(tokens);
    else {
      chargePrims(tokens.budget, 0, 1);
      readProperty(tokens, depth, attributes, relationships);
    }
  }
  return { name, specifier: specifier as UsdPrim['specifier'], type, attributes, relationships, references, children };
}

function skipVariants(tokens: UsdaTokens): void {
  tokens.word();
  tokens.text();
  tokens.expect('=');
  tokens.skipBlock();
}

function readProperty(
  tokens: Source,
  depth: number,
  attributes: Map<string, UsdAttribute>,
  relationships: Map<string, readonly string[]>,
): void {
  let type = tokens.word();
  while (QUALIFIERS.includes(type) || LIST_EDITS.includes(type)) type = tokens.word();
  if (type === 'rel') {
    const name = tokens.word();
    relationships.set(name, tokens.take('=') ? toPaths(readValue(tokens, depth)) : []);
    if (tokens.is('(')) readMetadata(tokens, depth);
    return;
  }
  if (tokens.take('[')) {
    tokens.expect(']');
    type += '[]';
  }
  const fullName = tokens.word();
  const [, name, suffix] = /^(.*?)(?:\.(connect|timeSamples))?$/.exec(fullName) as unknown as [string, string, string?];
  const known = attributes.get(name);
  let read: UsdAttribute['read'] = () => null;
  let samples = known?.samples() ?? [];
  if (tokens.take('=')) {
    if (suffix === 'timeSamples') {
      samples = readSamples(tokens, depth, type);
      const first = samples[0]?.[1] ?? null;
      read = () => (isNumbers(first) ? first.slice() : first);
    } else {
      const list = tokens.findLongList();
      const value = list === null ? readValue(tokens, depth) : null;
      read = list === null ? () => value : () => tokens.readList(list, type);
    }
  }
  const metadata: Metadata = tokens.is('(') ? readMetadata(tokens, depth) : new Map();
  const interpolation = metadata.get('interpolation');
  const isValue = suffix === undefined || (suffix === 'timeSamples' && known?.read() == null);
  attributes.set(name, {
    type,
    read: isValue ? read : (known?.read ?? (() => null)),
    samples: () => samples,
    connection: suffix === 'connect' ? (toPaths(read())[0] ?? null) : (known?.connection ?? null),
    interpolation: typeof interpolation === 'string' ? interpolation : (known?.interpolation ?? null),
  });
}

function toPaths(value: UsdValue): readonly string[] {
  return typeof value === 'string' ? [value] : Array.isArray(value) ? (value as readonly string[]) : [];
}

function readSamples(tokens: Source, depth: number, type: string): UsdSample[] {
  tokens.expect('{');
  const samples: UsdSample[] = [];
  while (!tokens.take('}')) {
    // A time's colon may be separated from it by space.
    const word = tokens.word();
    if (!word.endsWith(':')) tokens.expect(':');
    tokens.budget.memory.charge(SAMPLE_BYTES);
    samples.push([Number.parseFloat(word), readValue(tokens, depth, type)]);
    tokens.take(',');
  }
  return samples;
}

/** Parses `( … )`; its references and payloads are added to `references`. */
function readMetadata(tokens: Source, depth: number, references: UsdReference[] = []): Metadata {
  const metadata = new Map<string, UsdValue>();
  tokens.expect('(');
  while (!tokens.take(')')) {
    if (tokens.isAtEnd()) throw truncatedModel();
    if (tokens.take(';') || tokens.take(',')) continue;
    if (tokens.isText()) {
      tokens.text();
      continue;
    }
    let key = tokens.word();
    if (LIST_EDITS.includes(key)) key = tokens.word();
    if (!tokens.take('=')) {
      // `dictionary x = {…}` and similar entries begin with a type.
      key = tokens.word();
      tokens.expect('=');
    }
    if (key === 'references' || key === 'payload') references.push(...readReferences(tokens));
    else {
      tokens.budget.memory.charge(ENTRY_BYTES + key.length);
      metadata.set(key, tokens.is('{') ? (tokens.skipBlock(), null) : readValue(tokens, depth));
    }
  }
  return metadata;
}

function readReferences(tokens: Source): UsdReference[] {
  const references: UsdReference[] = [];
  const readOne = (): void => {
    const asset = tokens.findAsset() ?? '';
    const path = tokens.findPath() ?? '';
    if (tokens.is('(')) tokens.skipBlock();
    tokens.budget.memory.charge(REFERENCE_BYTES + asset.length + path.length);
    if (asset !== '' || path !== '') references.push({ asset, path });
    else tokens.word();
  };
  if (!tokens.take('[')) {
    readOne();
    return references;
  }
  while (!tokens.take(']')) {
    if (tokens.isAtEnd()) throw truncatedModel();
    if (!tokens.take(',')) readOne();
  }
  return references;
}

function readValue(tokens: Source, depth: number, type = ''): UsdValue {
  const value = parseValue(tokens, depth, type);
  tokens.budget.memory.charge(measureUsdValue(value));
  return value;
}

/** Parses a value: numbers of tuples and lists, however nested, as one flat list; lists of anything else as strings. */
function parseValue(tokens: Source, depth: number, type: string): UsdValue {
  checkDepth(depth);
  const list = tokens.findLongList();
  if (list !== null) return tokens.readList(list, type);
  if (tokens.is('[') || tokens.is('(')) {
    const numbers = tokens.findNumbers();
    if (numbers) return numbers;
    const texts: string[] = [];
    const end = tokens.take('[') ? ']' : (tokens.expect('('), ')');
    while (!tokens.take(end)) {
      if (tokens.isAtEnd()) throw truncatedModel();
      if (tokens.take(',')) continue;
      const value = readValue(tokens, depth + 1);
      if (typeof value === 'string') texts.push(value);
    }
    return texts;
  }
  if (tokens.is('{')) {
    tokens.skipBlock();
    return null;
  }
  const asset = tokens.findAsset() ?? tokens.findPath();
  if (asset !== null) return asset;
  if (tokens.isText()) return tokens.text();
  const word = tokens.word();
  if (word === 'None') return null;
  if (word === 'true' || word === 'false') return word === 'true';
  const number = Number(word);
  return Number.isNaN(number) && word !== 'nan' ? word : number;
}
