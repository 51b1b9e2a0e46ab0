import { checkObjects } from '../../import/import-limits.ts';
import { findChild, toNumber, type FbxElement, type FbxRead, type FbxTree } from './fbx-element.ts';

/** An object of an FBX scene. */
export interface FbxObject {
  readonly id: string;
  /** Geometry, Model, Material, … */
  readonly kind: string;
  /** Mesh, LimbNode, Skin, Cluster, … */
  readonly subtype: string;
  readonly name: string;
  readonly element: FbxElement;
  /** Its properties, including the defaults of its kind. */
  readonly properties: FbxProperties;
}

/** Named values of an object. */
export interface FbxProperties {
  number(name: string): number | null;
  /** Returns the first three numbers; null if there are fewer. */
  vector(name: string): readonly [number, number, number] | null;
  text(name: string): string | null;
  readonly names: readonly string[];
}

/** A connection: an object belongs to another, or is the source of one of its properties. */
interface FbxLink {
  readonly object: FbxObject;
  /** Empty: connected to the object as a whole. */
  readonly property: string;
}

/** The objects of a scene and their connections. */
export interface FbxGraph {
  readonly creator: string;
  readonly settings: FbxProperties;
  readonly objects: readonly FbxObject[];
  /** Returns the connections to an object, in the file's order; null is the scene. */
  childrenOf(object: FbxObject | null): readonly FbxLink[];
  parentsOf(object: FbxObject): readonly FbxLink[];
}

type Values = ReadonlyMap<string, readonly FbxRead[]>;
const NOTHING: readonly FbxLink[] = [];

/** Builds the graph of a file's connections; dangling ones are left out. */
export function createFbxGraph({ root }: FbxTree): FbxGraph {
  const defaults = readDefaults(root);
  const objects = new Map<string, FbxObject>();
  for (const element of findChild(root, 'Objects')?.children ?? []) {
    const [id, fullName, subtype] = element.values;
    if (id === undefined || typeof fullName !== 'string') continue;
    const properties = toProperties(readProperties(element), defaults.get(element.name));
    const key = toId(id);
    const text = typeof subtype === 'string' ? subtype : '';
    objects.set(key, { id: key, kind: element.name, subtype: text, name: plainName(fullName), element, properties });
    checkObjects(objects.size / 10);
  }
  const children = new Map<string, FbxLink[]>();
  const parents = new Map<string, FbxLink[]>();
  const add = (map: Map<string, FbxLink[]>, key: string, link: FbxLink): void => {
    const links = map.get(key);
    if (links) links.push(link);
    else map.set(key, [link]);
  };
  for (const { values } of findChild(root, 'Connections')?.children ?? []) {
    const [, childId, parentId, named] = values;
    const child = objects.get(toId(childId));
    const parent = objects.get(toId(parentId));
    const property = typeof named === 'string' ? named : '';
    if (!child || (!parent && Number(parentId) !== 0)) continue;
    add(children, parent?.id ?? '0', { object: child, property });
    if (parent) add(parents, child.id, { object: parent, property });
  }
  const settings = findChild(root, 'GlobalSettings');
  const creator = findChild(root, 'Creator')?.values[0];
  return {
    creator: typeof creator === 'string' ? creator : '',
    settings: toProperties(settings ? readProperties(settings) : new Map(), undefined),
    objects: [...objects.values()],
    childrenOf: (object) => children.get(object?.id ?? '0') ?? NOTHING,
    parentsOf: (object) => parents.get(object.id) ?? NOTHING,
  };
}

/** Converts an id to a string; ids are numbers except in damaged files. */
function toId(value: FbxRead | undefined): string {
  return typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

/** Returns a name without its class: binary files write `name\0\x01Kind`, text files `Kind::name`. */
function plainName(name: string): string {
  return name.split('\0')[0]!.replace(/^\w+::/, '');
}

function readDefaults(root: FbxElement): Map<string, Values> {
  const types = findChild(root, 'Definitions')?.children ?? [];
  const defaults = new Map<string, Values>();
  for (const type of types) {
    const template = findChild(type, 'PropertyTemplate');
    const [kind] = type.values;
    if (template && typeof kind === 'string') defaults.set(kind, readProperties(template));
  }
  return defaults;
}

function readProperties(element: FbxElement): Values {
  const lines = findChild(element, 'Properties70')?.children ?? [];
  const properties = new Map<string, readonly FbxRead[]>();
  for (const { values } of lines) if (typeof values[0] === 'string') properties.set(values[0], values.slice(4));
  return properties;
}

function toProperties(own: Values, usual: Values | undefined): FbxProperties {
  const find = (name: string): readonly FbxRead[] => own.get(name) ?? usual?.get(name) ?? [];
  return {
    number: (name) => {
      const value = toNumber(find(name)[0]);
      return Number.isFinite(value) ? value : null;
    },
    vector: (name) => {
      const [x = NaN, y = NaN, z = NaN] = find(name).slice(0, 3).map(toNumber);
      return [x, y, z].every(Number.isFinite) ? [x, y, z] : null;
    },
    text: (name) => {
      const [value] = find(name);
      return typeof value === 'string' ? value : null;
    },
    names: [...new Set([...own.keys(), ...(usual?.keys() ?? [])])],
  };
}
