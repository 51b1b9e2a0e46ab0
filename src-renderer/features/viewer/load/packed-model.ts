import type { ModelStatistics } from '../measure/model-statistics.ts';

/** Numbers of one kind at the corners of a geometry. */
export interface PackedAttribute {
  readonly array: AttributeArray;
  readonly itemSize: number;
  readonly normalized: boolean;
}

/** Arrays a graphics card takes. */
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

/** A geometry as it goes from one thread to another. */
export interface PackedGeometry {
  readonly index: AttributeArray | null;
  readonly attributes: Readonly<Record<string, PackedAttribute>>;
  readonly morphs: Readonly<Record<string, readonly PackedAttribute[]>>;
  readonly morphsRelative: boolean;
  readonly groups: readonly { readonly start: number; readonly count: number; readonly materialIndex: number }[];
  /** Middle and radius of a ball around it. */
  readonly ball: readonly [x: number, y: number, z: number, radius: number];
}

/** Texels that are no bitmap. */
export interface RawImage {
  readonly data: ArrayBufferView;
  readonly width: number;
  readonly height: number;
}

/** A model as it goes from one thread to another: three's own description of it, geometry and images beside it. */
export interface PackedModel {
  /** What `Object3D.toJSON` writes, without geometries and images. */
  readonly json: object;
  /** By their ids in the description. */
  readonly geometries: Readonly<Record<string, PackedGeometry>>;
  /** Null where a texture has no image. */
  readonly pictures: Readonly<Record<string, ImageBitmap | RawImage | null>>;
  /** The box around it as it rests, metres, y up. */
  readonly box: { readonly min: Triple; readonly max: Triple };
  readonly statistics: ModelStatistics;
}

/** Three numbers along x, y and z. */
type Triple = readonly [x: number, y: number, z: number];
