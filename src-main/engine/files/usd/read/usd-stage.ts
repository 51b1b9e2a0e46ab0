import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import type { FileSource } from '../../zip/zip-archive.ts';
import { folderOf, resolvePath } from '../../zip/archive-path.ts';
import { checkDepth } from '../../import/import-limits.ts';
import { shortenLayer } from './number-lists.ts';
import { parseUsda } from './parse-usda.ts';
import { parseUsdc } from './parse-usdc.ts';
import { chargePrims, type UsdBudget, type UsdAttribute, type UsdLayer, type UsdPrim } from './usd-layer.ts';

/** A prim composed of its layers and references; paths are the stage's. */
export interface StagePrim {
  readonly path: string;
  readonly name: string;
  /** False for prims that are only templates for others. */
  readonly isDefined: boolean;
  readonly type: string;
  readonly attributes: ReadonlyMap<string, UsdAttribute>;
  readonly relationships: ReadonlyMap<string, readonly string[]>;
  readonly children: readonly StagePrim[];
}

/** A scene composed of its layers. */
export interface UsdStage {
  readonly isZUp: boolean;
  readonly metres: number;
  /** Time codes per second. */
  readonly rate: number;
  readonly prims: readonly StagePrim[];
  /** Returns a prim by absolute path; null if it does not exist. */
  find(path: string): StagePrim | null;
  /** Folder of the root layer. */
  readonly folder: string;
}

/** Maximum depth of nested references. */
const MAX_REFERENCES = 32;
/** Maximum number of sublayers; one that is named several times counts each time. */
const MAX_LAYERS = 1_000;
/** Default unit of USD: centimetres. */
const CENTIMETRE = 0.01;
/** Default time codes per second of USD. */
const USUAL_RATE = 24;

/** Parses a layer, text or binary; `budget` limits its prims. Throws `ModelError`. */
export function parseLayer(bytes: Uint8Array, folder: string, budget: UsdBudget): UsdLayer {
  const isCrate = Buffer.from(bytes.subarray(0, 8)).toString('latin1') === 'PXR-USDC';
  budget.memory.charge(bytes.length);
  if (isCrate) return parseUsdc(bytes, folder, budget);
  const { text, readList } = shortenLayer(bytes, budget.memory);
  return parseUsda(text, folder, readList, budget);
}

/**
 * Composes a layer with its sublayers, references and payloads; stronger opinions override weaker ones. Layers are only
 * searched in `files`; missing ones are left out with a note.
 */
export async function composeStage(
  root: UsdLayer,
  files: FileSource,
  notes: Note[],
  budget: UsdBudget,
): Promise<UsdStage> {
  const layers = new Map<string, Promise<UsdLayer | null>>();
  const indices = new Map<UsdLayer, ReadonlyMap<string, UsdPrim>>();
  const indexOf = (layer: UsdLayer): ReadonlyMap<string, UsdPrim> => {
    const known = indices.get(layer) ?? indexPrims(layer.prims);
    indices.set(layer, known);
    return known;
  };

  const load = (asset: string, from: UsdLayer): Promise<UsdLayer | null> => {
    const key = resolvePath(asset, from.folder) ?? asset;
    const known = layers.get(key);
    if (known) return known;
    const file = files.open(asset, from.folder);
    if (!file) notes.push(engineMessage('import.layer-missing', { name: asset.slice(0, 80) }));
    const loaded = file
      ? file.readAll().then((bytes) => parseLayer(bytes, folderOf(key), budget))
      : Promise.resolve(null);
    layers.set(key, loaded);
    return loaded;
  };

  /** `depth`: of the prim; `leads`: number of references followed. */
  const compose = async (
    prim: UsdPrim,
    layer: UsdLayer,
    path: string,
    toStage: (target: string) => string,
    depth: number,
    leads: number,
  ): Promise<StagePrim> => {
    checkDepth(depth);
    chargePrims(budget, 1, prim.attributes.size + targetsOf(prim));
    const children: StagePrim[] = [];
    for (const child of prim.children) {
      children.push(await compose(child, layer, `${path}/${child.name}`, toStage, depth + 1, leads));
    }
    let composed: StagePrim = {
      path,
      name: prim.name,
      isDefined: prim.specifier === 'def',
      type: prim.type,
      attributes: new Map([...prim.attributes].map(([name, each]) => [name, moveConnection(each, toStage)])),
      relationships: new Map([...prim.relationships].map(([name, targets]) => [name, targets.map(toStage)])),
      children,
    };
    for (const { asset, path: wanted } of prim.references) {
      if (leads >= MAX_REFERENCES) checkDepth(Infinity);
      const from = asset === '' ? layer : await load(asset, layer);
      const source = wanted || `/${from?.defaultPrim ?? from?.prims[0]?.name ?? ''}`;
      const found = from && indexOf(from).get(source);
      if (!found) continue;
      const outer = (target: string): string =>
        isWithin(target, source) ? path + target.slice(source.length) : target;
      composed = merge(composed, await compose(found, from, path, outer, depth, leads + 1));
    }
    return composed;
  };

  let composedLayers = 0;
  const composeLayer = async (layer: UsdLayer, leads: number): Promise<StagePrim[]> => {
    if (++composedLayers > MAX_LAYERS) {
      throw new ModelError('too_large', engineMessage('model-limit.layers', { limit: MAX_LAYERS }));
    }
    let prims: StagePrim[] = [];
    for (const prim of layer.prims) prims.push(await compose(prim, layer, `/${prim.name}`, (target) => target, 0, 0));
    for (const asset of layer.subLayers) {
      if (leads >= MAX_REFERENCES) checkDepth(Infinity);
      const below = await load(asset, layer);
      if (below) prims = mergeLists(prims, await composeLayer(below, leads + 1));
    }
    return prims;
  };

  const prims = await composeLayer(root, 0);
  const index = indexPrims(prims);
  const metres = root.metersPerUnit ?? CENTIMETRE;
  const rate = root.timeCodesPerSecond ?? USUAL_RATE;
  return {
    isZUp: root.upAxis?.toUpperCase() === 'Z',
    metres: metres > 0 && metres < 1e9 ? metres : CENTIMETRE,
    rate: rate > 0 && rate < 1e9 ? rate : USUAL_RATE,
    prims,
    find: (path) => index.get(path) ?? null,
    folder: root.folder,
  };
}

/** Number of targets of a prim's relationships, of which each copy has its own list. */
function targetsOf({ relationships }: UsdPrim): number {
  let count = 0;
  for (const targets of relationships.values()) count += targets.length;
  return count;
}

function moveConnection(attribute: UsdAttribute, toStage: (target: string) => string): UsdAttribute {
  return attribute.connection === null ? attribute : { ...attribute, connection: toStage(attribute.connection) };
}

function isWithin(path: string, top: string): boolean {
  return path === top || path.startsWith(`${top}/`) || path.startsWith(`${top}.`);
}

interface Nested<T> {
  readonly name: string;
  readonly children: readonly T[];
}

/** Indexes all prims by path. */
function indexPrims<T extends Nested<T>>(prims: readonly T[]): Map<string, T> {
  const index = new Map<string, T>();
  const add = (list: readonly T[], above: string): void => {
    for (const prim of list) {
      const path = `${above}/${prim.name}`;
      index.set(path, prim);
      add(prim.children, path);
    }
  };
  add(prims, '');
  return index;
}

function merge(strong: StagePrim, weak: StagePrim): StagePrim {
  return {
    ...strong,
    isDefined: strong.isDefined || weak.isDefined,
    type: strong.type || weak.type,
    attributes: new Map([...weak.attributes, ...strong.attributes]),
    relationships: new Map([...weak.relationships, ...strong.relationships]),
    children: mergeLists(strong.children, weak.children),
  };
}

function mergeLists(strong: readonly StagePrim[], weak: readonly StagePrim[]): StagePrim[] {
  const merged = new Map(weak.map((prim) => [prim.name, prim]));
  for (const prim of strong) {
    const below = merged.get(prim.name);
    merged.set(prim.name, below ? merge(prim, below) : prim);
  }
  return [...merged.values()];
}
