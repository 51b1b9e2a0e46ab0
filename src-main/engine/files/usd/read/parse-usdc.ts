import { damagedModel } from '../../import/import-limits.ts';
import { readCrateTables, type CrateSpec } from './read-crate-tables.ts';
import { createCrateValues, type CrateValues } from './crate-values.ts';
import {
  chargePrims,
  type UsdBudget,
  type UsdAttribute,
  type UsdLayer,
  type UsdPrim,
  type UsdReference,
  type UsdValue,
} from './usd-layer.ts';

const SPECIFIERS = ['def', 'over', 'class'] as const;

interface Draft extends UsdPrim {
  readonly attributes: Map<string, UsdAttribute>;
  readonly relationships: Map<string, readonly string[]>;
  readonly children: Draft[];
}

/** Parses a binary layer, a crate. `budget` limits its prims. Variants are left out. Throws `ModelError` for inconsistent tables. */
export function parseUsdc(bytes: Uint8Array, folder: string, budget: UsdBudget): UsdLayer {
  const tables = readCrateTables(bytes);
  const values = createCrateValues(tables, budget.memory);
  const count = tables.specs.filter(({ path }) => !path.includes('.')).length;
  chargePrims(budget, count, tables.specs.length - count);
  const prims = new Map<string, Draft>();
  const properties: CrateSpec[] = [];
  let root: CrateSpec | null = null;
  for (const spec of tables.specs) {
    if (spec.path === '/') root = spec;
    else if (spec.path.includes('.')) properties.push(spec);
    else if (spec.path.startsWith('/') && !spec.path.includes('{')) prims.set(spec.path, toDraft(spec, values));
  }
  if (!root) throw damagedModel('model-damage.usd-no-root');
  for (const spec of properties) addProperty(prims, spec, values);
  const tops: Draft[] = [];
  for (const [path, prim] of prims) {
    const parent = path.slice(0, path.lastIndexOf('/'));
    if (parent === '') tops.push(prim);
    else prims.get(parent)?.children.push(prim);
  }
  const field = (name: string): UsdValue => readField(root, name, values);
  const text = (name: string): string | null => {
    const value = field(name);
    return typeof value === 'string' ? value : null;
  };
  const number = (name: string): number | null => {
    const value = field(name);
    return typeof value === 'number' ? value : null;
  };
  const layers = field('subLayers');
  return {
    upAxis: text('upAxis'),
    metersPerUnit: number('metersPerUnit'),
    timeCodesPerSecond: number('timeCodesPerSecond') ?? number('framesPerSecond'),
    defaultPrim: text('defaultPrim'),
    subLayers: Array.isArray(layers) ? (layers as readonly string[]) : [],
    prims: tops,
    folder,
  };
}

function readField(spec: CrateSpec, name: string, values: CrateValues): UsdValue {
  const rep = spec.fields.get(name);
  return rep ? values.read(rep) : null;
}

function toDraft(spec: CrateSpec, values: CrateValues): Draft {
  const type = readField(spec, 'typeName', values);
  const specifier = Number(readField(spec, 'specifier', values) ?? 0);
  const references: UsdReference[] = [];
  for (const name of ['references', 'payload']) {
    const rep = spec.fields.get(name);
    if (rep) references.push(...values.readReferences(rep));
  }
  return {
    name: spec.path.slice(spec.path.lastIndexOf('/') + 1),
    specifier: SPECIFIERS[specifier] ?? 'def',
    type: typeof type === 'string' ? type : '',
    attributes: new Map(),
    relationships: new Map(),
    references,
    children: [],
  };
}

function addProperty(prims: ReadonlyMap<string, Draft>, spec: CrateSpec, values: CrateValues): void {
  const dot = spec.path.indexOf('.');
  const prim = prims.get(spec.path.slice(0, dot));
  const name = spec.path.slice(dot + 1);
  if (!prim) return;
  const targets = spec.fields.get('targetPaths');
  if (targets) prim.relationships.set(name, values.readPaths(targets));
  const connections = spec.fields.get('connectionPaths');
  const [interpolation, type] = [readField(spec, 'interpolation', values), readField(spec, 'typeName', values)];
  prim.attributes.set(name, {
    type: typeof type === 'string' ? type : '',
    read: () => readField(spec, 'default', values) ?? readField(spec, 'timeSamples', values),
    samples: () => {
      const rep = spec.fields.get('timeSamples');
      return rep ? values.readSamples(rep) : [];
    },
    connection: connections ? (values.readPaths(connections)[0] ?? null) : null,
    interpolation: typeof interpolation === 'string' ? interpolation : null,
  });
}
