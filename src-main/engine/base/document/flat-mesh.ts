import type { Material } from '@gltf-transform/core';

/**
 * One drawable part of a model in world space: the input of every format writer.
 *
 * Axes and units are glTF's: metres, right-handed, +Y up, +Z front. Winding is counter-clockwise seen from outside; the
 * winding of mirrored nodes has already been flipped.
 */
export interface FlatPrimitive {
  /** xyz per vertex, metres. */
  readonly positions: Float32Array;
  /** Unit xyz per vertex. */
  readonly normals: Float32Array | null;
  /** UV per vertex, glTF's origin (top left), set 0. */
  readonly uvs: Float32Array | null;
  /** Linear RGBA per vertex, 0 to 1. */
  readonly colors: Float32Array | null;
  /** Triangles, three vertex indices each. */
  readonly indices: Uint32Array;
  /**
   * The same surface as polygons, four indices each, if the model has quads; a triangle among them has `NO_CORNER` as
   * its fourth. Null: triangles only.
   */
  readonly quads: Uint32Array | null;
  readonly material: Material | null;
}

/** A named object of the model; names are unique within a model. */
export interface FlatMesh {
  readonly name: string;
  readonly primitives: readonly FlatPrimitive[];
}

/** Placeholder for the fourth corner of a triangle in `FlatPrimitive.quads`. */
export const NO_CORNER = 0xffffffff;
