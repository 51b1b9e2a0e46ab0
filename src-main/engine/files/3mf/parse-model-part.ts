import type { mat4 } from '@gltf-transform/core';
import { checkCorners, checkObjects, damagedModel } from '../import/import-limits.ts';
import { forEachElement, type XmlAttributes } from './xml-elements.ts';

/** A property group and its entries. */
type PropertyGroup =
  | { readonly kind: 'bases'; readonly bases: { readonly name: string; readonly color: string }[] }
  | { readonly kind: 'colors'; readonly colors: string[] }
  /** UV per entry, origin bottom left. */
  | { readonly kind: 'uvs'; readonly textureId: string; readonly uvs: number[] };

/** An image of the package. */
interface TextureResource {
  readonly path: string;
  readonly clampsU: boolean;
  readonly clampsV: boolean;
}

/** A reference to another object, from a component or a build item. `path`: the model part it is in; null: this one. */
export interface PartReference {
  readonly objectId: string;
  readonly path: string | null;
  readonly matrix: mat4;
}

/** An object: a mesh, or composed of other objects. */
export interface ObjectResource {
  readonly name: string;
  readonly type: string;
  readonly pid: string | null;
  readonly pindex: number;
  readonly vertices: number[];
  /** Three vertices each. */
  readonly triangles: number[];
  /** For each triangle its group and the entries of its corners; null: the object's default. */
  readonly properties: (readonly [group: string, p1: number, p2: number, p3: number] | null)[];
  readonly components: PartReference[];
}

/** One model part of a 3MF package. */
export interface ModelPart {
  /** Metres per unit. */
  readonly metres: number;
  readonly groups: ReadonlyMap<string, PropertyGroup>;
  readonly textures: ReadonlyMap<string, TextureResource>;
  readonly objects: ReadonlyMap<string, ObjectResource>;
  readonly items: readonly PartReference[];
}

const METRES: Readonly<Record<string, number>> = {
  micron: 1e-6,
  millimeter: 1e-3,
  centimeter: 1e-2,
  inch: 0.0254,
  foot: 0.3048,
  meter: 1,
};

/**
 * Parses a model part (3MF core specification 1.3, materials extension 1.2, paths of the production extension).
 * Property types without an equivalent in glTF are left out. Throws `ModelError` for damaged files.
 */
export function parseModelPart(xml: string): ModelPart {
  let metres = METRES['millimeter']!;
  const groups = new Map<string, PropertyGroup>();
  const textures = new Map<string, TextureResource>();
  const objects = new Map<string, ObjectResource>();
  const items: PartReference[] = [];
  let group: PropertyGroup | null = null;
  let object: ObjectResource | null = null;

  const addGroup = (attributes: XmlAttributes, added: PropertyGroup): void => {
    group = added;
    groups.set(attributes.get('id') ?? '', added);
  };
  const elements: Readonly<Record<string, (attributes: XmlAttributes) => void>> = {
    model: (attributes) => {
      const unit = METRES[attributes.get('unit') ?? 'millimeter'];
      if (unit === undefined) throw damagedModel('model-damage.unknown-unit');
      metres = unit;
    },
    basematerials: (attributes) => addGroup(attributes, { kind: 'bases', bases: [] }),
    base: (attributes) => {
      const entry = { name: attributes.get('name') ?? '', color: attributes.get('displaycolor') ?? '' };
      if (group?.kind === 'bases') group.bases.push(entry);
    },
    colorgroup: (attributes) => addGroup(attributes, { kind: 'colors', colors: [] }),
    color: (attributes) => void (group?.kind === 'colors' && group.colors.push(attributes.get('color') ?? '')),
    texture2dgroup: (attributes) =>
      addGroup(attributes, { kind: 'uvs', textureId: attributes.get('texid') ?? '', uvs: [] }),
    tex2coord: (attributes) =>
      void (group?.kind === 'uvs' && group.uvs.push(numberOf(attributes, 'u'), numberOf(attributes, 'v'))),
    texture2d: (attributes) => {
      const isClamped = (key: string): boolean => ['clamp', 'none'].includes(attributes.get(key) ?? 'wrap');
      const [clampsU, clampsV] = [isClamped('tilestyleu'), isClamped('tilestylev')];
      textures.set(attributes.get('id') ?? '', { path: attributes.get('path') ?? '', clampsU, clampsV });
    },
    object: (attributes) => {
      object = {
        name: attributes.get('name') ?? '',
        type: attributes.get('type') ?? 'model',
        pid: attributes.get('pid') ?? null,
        pindex: Number(attributes.get('pindex') ?? 0),
        vertices: [],
        triangles: [],
        properties: [],
        components: [],
      };
      objects.set(attributes.get('id') ?? '', object);
      checkObjects(objects.size);
    },
    vertex: (attributes) => {
      object?.vertices.push(numberOf(attributes, 'x'), numberOf(attributes, 'y'), numberOf(attributes, 'z'));
      checkCorners((object?.vertices.length ?? 0) / 3);
    },
    triangle: (attributes) => {
      if (!object) return;
      object.triangles.push(indexOf(attributes, 'v1'), indexOf(attributes, 'v2'), indexOf(attributes, 'v3'));
      checkCorners(object.triangles.length);
      object.properties.push(toProperties(attributes, object));
    },
    component: (attributes) => void object?.components.push(toReference(attributes)),
    item: (attributes) => {
      items.push(toReference(attributes));
      checkObjects(items.length);
    },
  };
  forEachElement(xml, {
    open: (name, attributes) => (Object.hasOwn(elements, name) ? elements[name]!(attributes) : undefined),
    close: (name) => {
      if (name === 'object') object = null;
    },
  });
  return { metres, groups, textures, objects, items };
}

function numberOf(attributes: XmlAttributes, name: string): number {
  return Number(attributes.get(name) ?? NaN);
}

function indexOf(attributes: XmlAttributes, name: string): number {
  const index = numberOf(attributes, name);
  if (!Number.isInteger(index) || index < 0) throw damagedModel('model-damage.missing-point');
  return index;
}

function toProperties(attributes: XmlAttributes, object: ObjectResource): ObjectResource['properties'][number] {
  const [pid, first] = [attributes.get('pid') ?? object.pid, attributes.get('p1')];
  if (pid === null || first === undefined) return null;
  const p1 = Number(first);
  return [pid, p1, Number(attributes.get('p2') ?? p1), Number(attributes.get('p3') ?? p1)];
}

/** Parses a reference. A transform is four rows of three for row vectors: glTF's columns without their last numbers. */
function toReference(attributes: XmlAttributes): PartReference {
  const numbers = (attributes.get('transform') ?? '1 0 0 0 1 0 0 0 1 0 0 0').trim().split(/\s+/).map(Number);
  if (numbers.length !== 12 || !numbers.every(Number.isFinite)) throw damagedModel('model-damage.3mf-transform');
  const matrix = [0, 3, 6, 9].flatMap((at) => [...numbers.slice(at, at + 3), at === 9 ? 1 : 0]) as mat4;
  return { objectId: attributes.get('objectid') ?? '', path: attributes.get('path') ?? null, matrix };
}
