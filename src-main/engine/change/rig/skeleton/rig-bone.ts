import type { Vector3 } from '../../../base/maths/vector.ts';

/** A bone in its hierarchy; bones of a side have the prefix `left.` or `right.`. */
export interface TreeBone<Name extends string = string> {
  readonly bone: Name;
  /** Parent bone; null for the root. */
  readonly parent: Name | null;
}

/** Start and end of a bone, metres. */
export interface BonePlace {
  readonly head: Vector3;
  readonly tail: Vector3;
}

/** A bone of any body as it is added to a model. */
export interface RigBone extends TreeBone, BonePlace {
  /** Name in the file. */
  readonly name: string;
}
