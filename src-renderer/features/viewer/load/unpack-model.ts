import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  ObjectLoader,
  SkinnedMesh,
  TextureSource,
  Sphere,
  Vector3,
  type AnimationClip,
  type Object3D,
} from 'three';
import type { MakeDrawer } from '../render/model-drawer.ts';
import type { ModelStatistics } from '../measure/model-statistics.ts';
import type { PackedAttribute, PackedGeometry, PackedModel } from './packed-model.ts';

/** A model ready to be shown: metres, y up. */
export interface LoadedModel {
  readonly object: Object3D;
  readonly clips: readonly AnimationClip[];
  /** The box around it as it rests. */
  readonly box: Box3;
  readonly statistics: ModelStatistics;
  /** Makes what draws it; absent: three draws it by itself. */
  readonly draw?: MakeDrawer;
  /** Begins to measure its surface, which is better done when it is seen; absent: it is not asked for, or begun. */
  readonly measure?: () => void;
}

/** Builds a model anew that came from another thread. */
export function unpackModel(packed: PackedModel): LoadedModel {
  const object = new PackedLoader(packed).parse(packed.json);
  object.traverse((node) => {
    // Its bounds would be worked out from every corner and bone, in every pose.
    if (node instanceof SkinnedMesh) node.frustumCulled = false;
  });
  const { min, max } = packed.box;
  const box = new Box3(new Vector3(...min), new Vector3(...max));
  return { object, clips: object.animations, box, statistics: packed.statistics };
}

/** Three's own loader of its descriptions, which takes geometries and images from beside them. */
class PackedLoader extends ObjectLoader {
  readonly #packed: PackedModel;

  constructor(packed: PackedModel) {
    super();
    this.#packed = packed;
  }

  override parseGeometries(): Record<string, BufferGeometry> {
    return mapValues(this.#packed.geometries, (packed, uuid) => unpackGeometry(packed, uuid));
  }

  override parseImages(): Record<string, TextureSource<unknown>> {
    return mapValues(this.#packed.pictures, (picture): TextureSource<unknown> => new TextureSource(picture));
  }
}

function unpackGeometry(packed: PackedGeometry, uuid: string): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.uuid = uuid;
  if (packed.index) geometry.setIndex(new BufferAttribute(packed.index, 1));
  for (const [name, attribute] of Object.entries(packed.attributes))
    geometry.setAttribute(name, unpackAttribute(attribute));
  for (const [name, list] of Object.entries(packed.morphs))
    (geometry.morphAttributes as Record<string, BufferAttribute[]>)[name] = list.map(unpackAttribute);
  geometry.morphTargetsRelative = packed.morphsRelative;
  for (const { start, count, materialIndex } of packed.groups) geometry.addGroup(start, count, materialIndex);
  const [x, y, z, radius] = packed.ball;
  geometry.boundingSphere = new Sphere(new Vector3(x, y, z), radius);
  return geometry;
}

function unpackAttribute({ array, itemSize, normalized }: PackedAttribute): BufferAttribute {
  return new BufferAttribute(array, itemSize, normalized);
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}
