import type { ModelStatistics } from '../measure/model-statistics.ts';

/** A vertex attribute of a geometry. */
export interface PackedAttribute {
  readonly array: AttributeArray;
  readonly itemSize: number;
  readonly normalized: boolean;
}

/** Typed arrays that a graphics card accepts. */
export type AttributeArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** A geometry in transferable form. */
export interface PackedGeometry {
  readonly index: AttributeArray | null;
  readonly attributes: Readonly<Record<string, PackedAttribute>>;
  readonly morphs: Readonly<Record<string, readonly PackedAttribute[]>>;
  readonly morphsRelative: boolean;
  readonly groups: readonly { readonly start: number; readonly count: number; readonly materialIndex: number }[];
  /** Centre and radius of its bounding sphere. */
  readonly ball: readonly [x: number, y: number, z: number, radius: number];
}

/** Pixel data that is not a bitmap. */
export interface RawImage {
  readonly data: ArrayBufferView;
  readonly width: number;
  readonly height: number;
}

/** A model in transferable form: three's JSON of it, with geometry and images separate. */
export interface PackedModel {
  /** Output of `Object3D.toJSON` without geometries and images. */
  readonly json: object;
  /** By their ids in the JSON. */
  readonly geometries: Readonly<Record<string, PackedGeometry>>;
  /** By their ids in the JSON; null for a texture without an image. */
  readonly pictures: Readonly<Record<string, ImageBitmap | RawImage | null>>;
  /** Bounding box in the rest pose, metres, y up. */
  readonly box: { readonly min: Triple; readonly max: Triple };
  readonly statistics: ModelStatistics;
}

/** Three numbers along x, y and z. */
type Triple = readonly [x: number, y: number, z: number];
