/** The slots of a multi-view request in the API's order (spec 4.3): walking around the subject to its left. */
export const VIEW_NAMES = ['front', 'left', 'back', 'right'] as const;

/** Side that an image was taken from. */
export type ViewName = (typeof VIEW_NAMES)[number];

/** Axes of a view; +Y is up in all of them. */
export interface ViewAxes {
  /** Direction to the right in the image: x and z. */
  readonly right: readonly [x: number, z: number];
  /** Direction towards the camera: x and z. */
  readonly towards: readonly [x: number, z: number];
}

/**
 * The axes of every view. Left is the subject's own left, which is +X because it faces +Z: a camera on that side sees
 * the front at the image's left edge.
 */
export const VIEW_AXES: Readonly<Record<ViewName, ViewAxes>> = {
  front: { right: [1, 0], towards: [0, 1] },
  left: { right: [0, -1], towards: [1, 0] },
  back: { right: [-1, 0], towards: [0, -1] },
  right: { right: [0, 1], towards: [-1, 0] },
};

/** True if a view shows x (front and back) along its width, false if it shows z (left and right). */
export function isAcross(name: ViewName): boolean {
  return VIEW_AXES[name].right[0] !== 0;
}

/** True if the axis along a view's width runs to the left in its image. */
export function isMirrored(name: ViewName): boolean {
  const [x, z] = VIEW_AXES[name].right;
  return x + z < 0;
}
