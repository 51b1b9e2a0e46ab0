import type { mat4 } from '@gltf-transform/core';
import { checkCorners, checkObjects, damagedModel } from '../import/import-limits.ts';
import { growingDoubles, growingFloats, growingIntegers, type GrowingArray } from '../import/growing-array.ts';
import type { WrapMode } from '../materials/imported-material.ts';
import { toWrapMode } from '../text/wrap-mode-name.ts';
import type { MemoryMeter } from '../import/memory-meter.ts';
import type { ModelFile } from '../zip/model-file.ts';
import { readShortTag, toShortTag, type ShortTag } from './read-short-tag.ts';
import { createTriangleProperties, type TriangleProperties } from './triangle-properties.ts';
import { forEachElementOf, type XmlAttributes } from './xml-elements.ts';

/** A property group and its entries. */
export type PropertyGroup =
  | { readonly kind: 'bases'; readonly bases: { readonly name: string; readonly color: string }[] }
  | { readonly kind: 'colors'; readonly colors: string[] }
  /** UV per entry, origin bottom left. */
  | { readonly kind: 'uvs'; readonly textureId: string; readonly uvs: GrowingArray<Float64Array> };

/** An image of the package. */
interface TextureResource {
  readonly path: string;
  readonly wrapU: WrapMode;
  readonly wrapV: WrapMode;
}

/** A reference to another object, from a component or a build item. `path`: the model part it is in; null: this one. */
export interface PartReference {
  readonly objectId: string;
  readonly path: string | null;
  readonly matrix: mat4;
}

/** An object: a mesh, or composed of other objects. */
export interface MeshObject {
  readonly name: string;
  readonly type: string;
  readonly pid: string | null;
  readonly pindex: number;
  /** xyz per vertex, in metres and +Y up. */
  readonly points: Float32Array;
  /** Three vertices each. */
  readonly corners: Uint32Array;
  readonly properties: TriangleProperties;
  readonly components: PartReference[];
}

/** An object that is being read. */
interface Draft extends Omit<MeshObject, 'points' | 'corners'> {
  readonly id: string;
  readonly points: GrowingArray<Float32Array>;
  readonly corners: GrowingArray<Uint32Array>;
}

/** One model part of a 3MF package. */
export interface ModelPart {
  /** Metres per unit. */
  readonly metres: number;
  readonly groups: ReadonlyMap<string, PropertyGroup>;
  readonly textures: ReadonlyMap<string, TextureResource>;
  readonly objects: ReadonlyMap<string, MeshObject>;
  readonly items: readonly PartReference[];
}

const VERTEX = toShortTag('vertex', ['x', 'y', 'z'], false);
const TRIANGLE = toShortTag('triangle', ['v1', 'v2', 'v3'], true);
const TRIANGLE_OF_GROUP = toShortTag('triangle', ['v1', 'v2', 'v3', 'pid', 'p1', 'p2', 'p3'], true);
const UV = toShortTag('m:tex2coord', ['u', 'v'], false);

/** Measured memory of an object as it was parsed, beside the numbers of its mesh. */
export const OBJECT_BYTES = 7_000;
/** Measured memory of what else a part contains. */
const REFERENCE_BYTES = 500;
const GROUP_BYTES = 300;
const UV_GROUP_BYTES = 900;
const TEXTURE_BYTES = 300;
const BASE_BYTES = 140;
const COLOR_BYTES = 75;

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
export async function parseModelPart(file: ModelFile, memory: MemoryMeter): Promise<ModelPart> {
  let metres = METRES['millimeter']!;
  const groups = new Map<string, PropertyGroup>();
  const textures = new Map<string, TextureResource>();
  const objects = new Map<string, MeshObject>();
  const items: PartReference[] = [];
  let group: PropertyGroup | null = null;
  let object: Draft | null = null;

  const addGroup = (attributes: XmlAttributes, added: PropertyGroup): void => {
    memory.charge(added.kind === 'uvs' ? UV_GROUP_BYTES : GROUP_BYTES);
    group = added;
    groups.set(attributes.get('id') ?? '', added);
  };
  const finishObject = (): void => {
    if (!object) return;
    const { id, ...read } = object;
    objects.set(id, { ...read, points: object.points.finish(), corners: object.corners.finish() });
    object = null;
  };
  const addUv = (u: number, v: number): void => {
    if (group?.kind !== 'uvs') return;
    group.uvs.push(u);
    group.uvs.push(v);
  };
  const addVertex = (x: number, y: number, z: number): void => {
    if (!object) return;
    const { points } = object;
    points.push(x * metres);
    points.push(z * metres);
    points.push(-y * metres);
    checkCorners(points.length / 3);
  };
  const addTriangle = (v1: number, v2: number, v3: number): void => {
    if (!object) return;
    const { corners } = object;
    corners.push(v1);
    corners.push(v2);
    corners.push(v3);
    checkCorners(corners.length);
  };
  const elements: Readonly<Record<string, (attributes: XmlAttributes) => void>> = {
    model: (attributes) => {
      const unit = METRES[attributes.get('unit') ?? 'millimeter'];
      if (unit === undefined) throw damagedModel('model-damage.unknown-unit');
      metres = unit;
    },
    basematerials: (attributes) => addGroup(attributes, { kind: 'bases', bases: [] }),
    base: (attributes) => {
      if (group?.kind !== 'bases') return;
      const entry = { name: attributes.get('name') ?? '', color: attributes.get('displaycolor') ?? '' };
      memory.charge(BASE_BYTES + entry.name.length);
      group.bases.push(entry);
    },
    colorgroup: (attributes) => addGroup(attributes, { kind: 'colors', colors: [] }),
    color: (attributes) => {
      if (group?.kind !== 'colors') return;
      const color = attributes.get('color') ?? '';
      memory.charge(COLOR_BYTES + color.length);
      group.colors.push(color);
    },
    texture2dgroup: (attributes) =>
      addGroup(attributes, { kind: 'uvs', textureId: attributes.get('texid') ?? '', uvs: growingDoubles() }),
    tex2coord: (attributes) => addUv(numberOf(attributes, 'u'), numberOf(attributes, 'v')),
    texture2d: (attributes) => {
      const wrapOf = (key: string): WrapMode => toWrapMode(attributes.get(key) ?? 'wrap');
      const path = attributes.get('path') ?? '';
      memory.charge(TEXTURE_BYTES + path.length);
      textures.set(attributes.get('id') ?? '', { path, wrapU: wrapOf('tilestyleu'), wrapV: wrapOf('tilestylev') });
    },
    object: (attributes) => {
      finishObject();
      memory.charge(OBJECT_BYTES);
      object = {
        id: attributes.get('id') ?? '',
        name: attributes.get('name') ?? '',
        type: attributes.get('type') ?? 'model',
        pid: attributes.get('pid') ?? null,
        pindex: Number(attributes.get('pindex') ?? 0),
        points: growingFloats(),
        corners: growingIntegers(),
        properties: createTriangleProperties(memory),
        components: [],
      };
      checkObjects(objects.size + 1);
    },
    vertex: (attributes) => addVertex(numberOf(attributes, 'x'), numberOf(attributes, 'y'), numberOf(attributes, 'z')),
    triangle: (attributes) => {
      if (!object) return;
      addTriangle(indexOf(attributes, 'v1'), indexOf(attributes, 'v2'), indexOf(attributes, 'v3'));
      addProperties(attributes, object);
    },
    component: (attributes) => {
      memory.charge(REFERENCE_BYTES);
      object?.components.push(toReference(attributes));
    },
    item: (attributes) => {
      memory.charge(REFERENCE_BYTES);
      items.push(toReference(attributes));
      checkObjects(items.length);
    },
  };
  const numbers = new Float64Array(7);
  const shortTags: readonly (readonly [ShortTag, () => void])[] = [
    [TRIANGLE, () => addTriangle(numbers[0]!, numbers[1]!, numbers[2]!)],
    [
      TRIANGLE_OF_GROUP,
      () => {
        if (!object) return;
        addTriangle(numbers[0]!, numbers[1]!, numbers[2]!);
        const entries = [numbers[4]!, numbers[5]!, numbers[6]!] as const;
        object.properties.set(object.corners.length / 3 - 1, String(numbers[3]!), entries);
      },
    ],
    [VERTEX, () => addVertex(numbers[0]!, numbers[1]!, numbers[2]!)],
    [UV, () => addUv(numbers[0]!, numbers[1]!)],
  ];
  await forEachElementOf(file, {
    shortcut: (bytes, at) => {
      for (const [tag, add] of shortTags) {
        const end = readShortTag(bytes, at, tag, numbers);
        if (end < 0) continue;
        add();
        return end;
      }
      return -1;
    },
    open: (name, attributes) => (Object.hasOwn(elements, name) ? elements[name]!(attributes) : undefined),
    close: (name) => {
      if (name === 'object') finishObject();
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

/** Adds the properties of the triangle that was added last, if it has its own. */
function addProperties(attributes: XmlAttributes, { pid: usual, properties, corners }: Draft): void {
  const [pid, first] = [attributes.get('pid') ?? usual, attributes.get('p1')];
  if (pid === null || first === undefined) return;
  const p1 = Number(first);
  const others = [attributes.get('p2') ?? p1, attributes.get('p3') ?? p1].map(Number);
  properties.set(corners.length / 3 - 1, pid, [p1, others[0]!, others[1]!]);
}

/** Parses a reference. A transform is four rows of three for row vectors: glTF's columns without their last numbers. */
function toReference(attributes: XmlAttributes): PartReference {
  const numbers = (attributes.get('transform') ?? '1 0 0 0 1 0 0 0 1 0 0 0').trim().split(/\s+/).map(Number);
  if (numbers.length !== 12 || !numbers.every(Number.isFinite)) throw damagedModel('model-damage.3mf-transform');
  const matrix = [0, 3, 6, 9].flatMap((at) => [...numbers.slice(at, at + 3), at === 9 ? 1 : 0]) as mat4;
  return { objectId: attributes.get('objectid') ?? '', path: attributes.get('path') ?? null, matrix };
}
