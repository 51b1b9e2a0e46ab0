import type { Point } from '../../../base/maths/vector.ts';

/** A bone in its tree; those of a side are called `left.…` and `right.…`. */
export interface TreeBone<Name extends string = string> {
  readonly bone: Name;
  /** The bone it hangs on. */
  readonly parent: Name | null;
}

/** Where a bone begins and ends, metres. */
export interface BonePlace {
  readonly head: Point;
  readonly tail: Point;
}

/** A bone of any body as it is built into a model. */
export interface RigBone extends TreeBone, BonePlace {
  /** In the file. */
  readonly name: string;
}
