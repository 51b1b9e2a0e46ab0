/** Shape words that builders use, written as in the grammar. */
const SHAPE_WORDS = ['round', 'square', 't_pose', 'a_pose', 'cartoon'] as const;

/** A shape word. */
export type ShapeWord = (typeof SHAPE_WORDS)[number];

/** Level of detail and style of the solids. */
export interface ObjectStyle {
  /** Factor of the usual number of segments of curves: 1 is the default, 0.3 low poly. */
  readonly detail: number;
  readonly shapes: ReadonlySet<ShapeWord>;
  /** True if faces keep hard edges and nothing is bevelled. */
  readonly isFaceted: boolean;
}
