/** A direction along an axis of a model. */
export type SignedAxis = '+x' | '-x' | '+y' | '-y' | '+z' | '-z';

/** Steps of `cleanUpShape`; 0, false, `+y` with `+z` and an absent size turn a step off. */
export interface CleanUpOptions {
  /** Distance within which vertices are welded, as a share of the bounding box's diagonal. */
  readonly weld: number;
  /** Pieces with less than this share of the largest piece's area are removed. */
  readonly floaters: number;
  /** Axis that points up. */
  readonly up: SignedAxis;
  /** Axis that points to the front, at a right angle to `up`; absent: the shortest rotation decides. */
  readonly front?: SignedAxis | undefined;
  /** Places the centre of the bounding box's bottom at the origin. */
  readonly ground: boolean;
  /** Longest side of the bounding box, metres. */
  readonly size?: number | undefined;
}
