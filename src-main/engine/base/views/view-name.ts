/** The slots of a multi-view request in the interface's order (spec 4.3): as one walks around the subject to its left. */
export const VIEW_NAMES = ['front', 'left', 'back', 'right'] as const;

/** Where a picture was taken from. */
export type ViewName = (typeof VIEW_NAMES)[number];

/** How a view sees the world: +Y is up in all of them. */
export interface ViewAxes {
  /** What points to the right in the picture: x and z. */
  readonly right: readonly [x: number, z: number];
  /** What points towards the eye: x and z. */
  readonly towards: readonly [x: number, z: number];
}

/**
 * The axes of every view. Left is the subject's own left, which is +X because it looks along +Z: an eye over there sees
 * the front at the picture's left edge.
 */
export const VIEW_AXES: Readonly<Record<ViewName, ViewAxes>> = {
  front: { right: [1, 0], towards: [0, 1] },
  left: { right: [0, -1], towards: [1, 0] },
  back: { right: [-1, 0], towards: [0, -1] },
  right: { right: [0, 1], towards: [-1, 0] },
};

/** Whether a view shows x (front and back) or z (left and right) from side to side. */
export function isAcross(name: ViewName): boolean {
  return VIEW_AXES[name].right[0] !== 0;
}

/** Whether the axis that a view shows from side to side runs to the left in its picture. */
export function isMirrored(name: ViewName): boolean {
  const [x, z] = VIEW_AXES[name].right;
  return x + z < 0;
}
