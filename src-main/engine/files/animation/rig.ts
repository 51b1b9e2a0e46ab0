import type { mat4 } from '@gltf-transform/core';
import type { FlatMesh } from '../../base/document/flat-mesh.ts';
import type { RigPath, RigTrack } from './rig-track.ts';
import type { VertexInfluences } from './vertex-influences.ts';

/**
 * A model that moves, as writers of skeletons and clips take it. glTF's axes and unit: metres, right-handed, +Y up.
 *
 * No node is larger or smaller than its parent while it rests: even sizes are worked into what hangs on them, because
 * programs have bones without size. A size that is not even, or mirrors, stays.
 */
export interface Rig {
  /** Parents first; names are unique among nodes and bodies. */
  readonly nodes: readonly RigNode[];
  readonly bodies: readonly RigBody[];
  readonly clips: readonly RigClip[];
}

/** Where a node is, seen from its parent. */
export interface RigPose {
  readonly translation: readonly number[];
  /** Unit quaternion x, y, z, w. */
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
}

/** Something that can move, or hold what moves. */
export interface RigNode {
  readonly name: string;
  readonly parent: RigNode | null;
  /** A joint of a skin, or between two of them. */
  readonly isBone: boolean;
  readonly pose: RigPose;
  /** World matrix in the pose in which skins were bound. */
  readonly bind: mat4;
}

/** A mesh. */
export interface RigBody {
  readonly name: string;
  /** What it is fixed to, and in whose space its vertices are; null: they are in world space, in the bind pose. */
  readonly node: RigNode | null;
  readonly mesh: FlatMesh;
  readonly skin: RigSkin | null;
  readonly shapes: readonly RigShape[];
}

/** How joints hold a body. */
export interface RigSkin {
  readonly joints: readonly RigNode[];
  /** For each joint its world matrix when this body was bound; differs from the joint's own only in odd files. */
  readonly binds: readonly mat4[];
  readonly influences: VertexInfluences;
}

/** A morph target. */
export interface RigShape {
  readonly name: string;
  /** How much it shows at rest. */
  readonly weight: number;
  /** xyz for each vertex of the body, in the space of its positions. */
  readonly offsets: Float32Array;
}

/** A named animation. */
export interface RigClip {
  readonly name: string;
  /** From 0 to its last key. */
  readonly seconds: number;
  readonly tracks: ReadonlyMap<RigNode, Readonly<Partial<Record<Exclude<RigPath, 'weights'>, RigTrack>>>>;
  /** One number for each shape. */
  readonly shapeTracks: ReadonlyMap<RigBody, RigTrack>;
}
