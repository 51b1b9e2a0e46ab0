import {
  type Box3,
  BufferAttribute,
  InterleavedBufferAttribute,
  type AnimationClip,
  type BufferGeometry,
  type KeyframeTrack,
  type Material,
  type Mesh,
  type Object3D,
} from 'three';
import { boundingSphereOf, restPoseBox } from '../scene/bounds.ts';
import { listTextures } from '../shading/material-textures.ts';
import { measureModel, type ModelStatistics } from '../measure/model-statistics.ts';
import type { AttributeArray, PackedAttribute, PackedGeometry, PackedModel, RawImage } from './packed-model.ts';

/** A model as returned by a loader. */
export interface ParsedModel {
  readonly object: Object3D;
  readonly clips: readonly AnimationClip[];
  /** Number of images that the file refers to but that are missing. */
  readonly missingPictures: number;
}

/** Sampling rate and maximum number of keys for curves that three cannot serialize. */
const CURVE_RATE = 60;
const MAX_CURVE_KEYS = 6000;

type Jsonable = { toJSON: () => unknown };

/** Facts about a model before it is changed for display. */
export interface ModelFacts {
  /** Bounding box in the rest pose. */
  readonly box: Box3;
  readonly statistics: ModelStatistics;
}

/** Measures a model as returned by its loader. */
export function measureFacts({ object, clips, missingPictures }: ParsedModel): ModelFacts {
  const box = restPoseBox(object);
  return { box, statistics: measureModel(object, clips, missingPictures, box) };
}

/**
 * Prepares a model for posting to another thread: `listTransfers` can be transferred, the rest is copied.
 * `shownTriangles` is the number left if the model was simplified.
 */
export function packModel(
  parsed: ParsedModel,
  { box, statistics }: ModelFacts = measureFacts(parsed),
  shownTriangles: number | null = null,
): PackedModel {
  const { object, clips } = parsed;
  const geometries: Record<string, PackedGeometry> = {};
  const pictures: Record<string, ImageBitmap | RawImage | null> = {};
  object.traverse((node) => {
    // User data from exporters is not displayed and may not be cloneable.
    node.userData = {};
    node.animations = [];
    const { geometry, material } = node as Partial<Pick<Mesh, 'geometry' | 'material'>>;
    if (geometry && !(geometry.uuid in geometries)) {
      geometries[geometry.uuid] = packGeometry(geometry);
      (geometry as unknown as Jsonable).toJSON = () => ({ uuid: geometry.uuid });
    }
    for (const one of material ? [material].flat() : []) takePictures(one, pictures);
  });
  object.animations = clips.map(withPlainCurves);
  return {
    json: object.toJSON(),
    geometries,
    pictures,
    box: { min: box.min.toArray(), max: box.max.toArray() },
    statistics: shownTriangles === null ? statistics : { ...statistics, shownTriangles },
  };
}

/** Lists the bitmaps and geometry buffers of a packed model, which can be transferred instead of copied. */
export function listTransfers({ pictures, geometries }: PackedModel): Transferable[] {
  const buffers = new Set<ArrayBuffer>();
  const take = (array: AttributeArray) => buffers.add(array.buffer as ArrayBuffer);
  for (const { index, attributes, morphs } of Object.values(geometries)) {
    if (index) take(index);
    for (const { array } of [...Object.values(attributes), ...Object.values(morphs).flat()]) take(array);
  }
  return [...Object.values(pictures).filter((picture) => picture instanceof ImageBitmap), ...buffers];
}

function packGeometry(geometry: BufferGeometry): PackedGeometry {
  const { center, radius } = geometry.boundingSphere ?? boundingSphereOf(geometry);
  const morphs = Object.entries(
    geometry.morphAttributes as Record<string, (BufferAttribute | InterleavedBufferAttribute)[]>,
  );
  return {
    index: geometry.index?.array ?? null,
    attributes: Object.fromEntries(
      Object.entries(geometry.attributes as Record<string, BufferAttribute | InterleavedBufferAttribute>).map(
        ([name, attribute]) => [name, packAttribute(attribute)],
      ),
    ),
    morphs: Object.fromEntries(morphs.map(([name, list]) => [name, list.map(packAttribute)])),
    morphsRelative: geometry.morphTargetsRelative,
    groups: geometry.groups.map(({ start, count, materialIndex = 0 }) => ({ start, count, materialIndex })),
    ball: [center.x, center.y, center.z, radius],
  };
}

/** Returns an attribute in transferable form; one that is not interleaved keeps its array. */
export function packAttribute(attribute: BufferAttribute | InterleavedBufferAttribute): PackedAttribute {
  const { itemSize, normalized } = attribute;
  if (attribute instanceof BufferAttribute) return { array: attribute.array, itemSize, normalized };
  const { array: shared, stride } = attribute.data;
  const array = new (shared.constructor as new (length: number) => AttributeArray)(attribute.count * itemSize);
  for (let part = 0; part < itemSize; part++)
    for (let to = part, from = attribute.offset + part; to < array.length; to += itemSize, from += stride)
      array[to] = shared[from] ?? 0;
  return { array, itemSize, normalized };
}

function takePictures(material: Material, pictures: Record<string, ImageBitmap | RawImage | null>): void {
  for (const [, { source }] of listTextures(material)) {
    pictures[source.uuid] = source.data as ImageBitmap | RawImage | null;
    (source as unknown as Jsonable).toJSON = () => ({ uuid: source.uuid });
  }
}

/** Converts glTF cubic splines, which three cannot serialize, to keys dense enough for linear interpolation. */
function withPlainCurves(clip: AnimationClip): AnimationClip {
  clip.tracks = clip.tracks.map((track) => {
    const { createInterpolant } = track as KeyframeTrack & {
      createInterpolant: ((result?: unknown) => { evaluate(time: number): ArrayLike<number> }) & {
        readonly isInterpolantFactoryMethodGLTFCubicSpline?: boolean;
      };
    };
    if (!createInterpolant.isInterpolantFactoryMethodGLTFCubicSpline) return track;
    const curve = createInterpolant.call(track);
    const first = track.times[0] ?? 0;
    const span = (track.times.at(-1) ?? 0) - first;
    const steps = Math.min(Math.max(Math.ceil(span * CURVE_RATE), 1), MAX_CURVE_KEYS);
    const times = Array.from({ length: steps + 1 }, (_, step) => first + (span * step) / steps);
    const values = times.flatMap((time) => Array.from(curve.evaluate(time)));
    const Track = track.constructor as new (name: string, times: number[], values: number[]) => KeyframeTrack;
    return new Track(track.name, times, values);
  });
  return clip;
}
