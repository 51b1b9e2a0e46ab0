import type { mat4 } from '@gltf-transform/core';
import type { FlatMesh } from '../../base/document/flat-mesh.ts';
import type { RigPath, RigTrack } from './rig-track.ts';
import type { VertexInfluences } from './vertex-influences.ts';

/**
 * An animated model, as writers of skeletons and clips use it. glTF's axes and unit: metres, right-handed, +Y up.
 *
 * In the rest pose no node has a uniform scale: it is applied to its descendants, because many programs have bones
 * without scale. A non-uniform or mirroring scale is kept.
 */
export interface Rig {
  /** Parents first; names are unique among nodes and bodies. */
  readonly nodes: readonly RigNode[];
  readonly bodies: readonly RigBody[];
  readonly clips: readonly RigClip[];
}

/** Transform of a node relative to its parent. */
export interface RigPose {
  readonly translation: readonly number[];
  /** Unit quaternion x, y, z, w. */
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
}

/** A node that is animated or has animated descendants. */
export interface RigNode {
  readonly name: string;
  readonly parent: RigNode | null;
  /** True for a joint of a skin, and for a node between two of them. */
  readonly isBone: boolean;
  readonly pose: RigPose;
  /** World matrix in the bind pose. */
  readonly bind: mat4;
}

/** A mesh of a rig. */
export interface RigBody {
  readonly name: string;
  /** Parent node, in whose space the vertices are; null: they are in world space, in the bind pose. */
  readonly node: RigNode | null;
  readonly mesh: FlatMesh;
  readonly skin: RigSkin | null;
  /** Morph targets; none if they are already applied to the mesh. */
  readonly shapes: readonly RigShape[];
}

/** Skinning of a body. */
export interface RigSkin {
  readonly joints: readonly RigNode[];
  /** World matrix of each joint when this body was bound; differs from the joint's own only in unusual files. */
  readonly binds: readonly mat4[];
  readonly influences: VertexInfluences;
}

/** A morph target. */
export interface RigShape {
  readonly name: string;
  /** Weight in the rest pose. */
  readonly weight: number;
  /** xyz for each vertex of the body, in the space of its positions. */
  readonly offsets: Float32Array;
}

/** A named animation. */
export interface RigClip {
  readonly name: string;
  /** Duration, from 0 to its last key. */
  readonly seconds: number;
  readonly tracks: ReadonlyMap<RigNode, Readonly<Partial<Record<Exclude<RigPath, 'weights'>, RigTrack>>>>;
  /** Tracks of morph weights, one number for each shape. */
  readonly shapeTracks: ReadonlyMap<RigBody, RigTrack>;
}
