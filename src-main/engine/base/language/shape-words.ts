/** Shape words a builder may ask for; each is written as in the grammar. */
const SHAPE_WORDS = ['round', 'square', 't_pose', 'a_pose', 'cartoon'] as const;

/** A shape word. */
export type ShapeWord = (typeof SHAPE_WORDS)[number];

/** How finely and in which manner solids are made. */
export interface ObjectStyle {
  /** Share of the usual pieces of every rounding: 1 as usual, 0.3 low poly. */
  readonly detail: number;
  readonly shapes: ReadonlySet<ShapeWord>;
  /** Faces keep their edges, nothing is bevelled. */
  readonly isFaceted: boolean;
}
