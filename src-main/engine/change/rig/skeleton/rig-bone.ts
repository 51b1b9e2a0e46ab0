import type { Vector3 } from '../../../base/maths/vector.ts';

/** A bone in its tree; those of a side are called `left.…` and `right.…`. */
export interface TreeBone<Name extends string = string> {
  readonly bone: Name;
  /** The bone it hangs on. */
  readonly parent: Name | null;
}

/** Where a bone begins and ends, metres. */
export interface BonePlace {
  readonly head: Vector3;
  readonly tail: Vector3;
}

/** A bone of any body as it is built into a model. */
export interface RigBone extends TreeBone, BonePlace {
  /** In the file. */
  readonly name: string;
}
