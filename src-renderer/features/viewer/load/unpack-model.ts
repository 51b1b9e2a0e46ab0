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

/** A model ready for display: metres, y up. */
export interface LoadedModel {
  readonly object: Object3D;
  readonly clips: readonly AnimationClip[];
  /** Bounding box in the rest pose. */
  readonly box: Box3;
  readonly statistics: ModelStatistics;
  /** Creates its drawer; absent: three draws it without one. */
  readonly draw?: MakeDrawer;
  /**
   * Starts measuring its surface, preferably after the model is displayed; absent: not requested, or already started.
   */
  readonly measure?: () => void;
}

/** Rebuilds a model that came from another thread. */
export function unpackModel(packed: PackedModel): LoadedModel {
  const object = new PackedLoader(packed).parse(packed.json);
  object.traverse((node) => {
    // Computing its bounds would process every vertex and bone in every pose.
    if (node instanceof SkinnedMesh) node.frustumCulled = false;
  });
  const { min, max } = packed.box;
  const box = new Box3(new Vector3(...min), new Vector3(...max));
  return { object, clips: object.animations, box, statistics: packed.statistics };
}

/** Three's JSON loader with separate geometries and images. */
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
