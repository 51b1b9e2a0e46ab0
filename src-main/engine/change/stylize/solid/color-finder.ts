import { createSurfacePoint, type SurfaceTree } from '../../../base/spatial/surface-tree.ts';
import type { ColorAt } from './mesh-level-set.ts';
import { toOklab } from '../../../base/color/oklab.ts';
import type { SurfaceColorAt } from './color-mesh-faces.ts';
import type { LinearRgb } from '../colors/quantize-colors.ts';
import type { StylizeSubject } from '../mesh/stylize-subject.ts';

/** The colours of a surface, told from places near it. */
export interface ColorFinder {
  /** Linear RGB. */
  readonly showAt: SurfaceColorAt;
  /** OKLab. */
  readonly evenAt: ColorAt;
}

/**
 * Looks up the colour of the nearest point of a subject; `tree` is that of its mesh, wherever that was placed. A point
 * that faces the same way is preferred if it is at most `slack` further: a thin wall has a colour on either side.
 */
export function createColorFinder(subject: StylizeSubject, tree: SurfaceTree, slack: number): ColorFinder {
  const near = createSurfacePoint();
  const facingHit = createSurfacePoint();
  const showAt: SurfaceColorAt = (x, y, z, out, facing) => {
    tree.nearest(x, y, z, near);
    let hit = near;
    if (facing) {
      tree.nearest(x, y, z, facingHit, facing);
      if (facingHit.triangle >= 0 && Math.sqrt(facingHit.squared) < Math.sqrt(near.squared) + slack) hit = facingHit;
    }
    subject.colorAt(Math.max(0, hit.triangle), hit.a, hit.b, hit.c, out);
  };
  return {
    showAt,
    evenAt: (x, y, z, out) => {
      showAt(x, y, z, out);
      out.set(toOklab(out[0]!, out[1]!, out[2]!));
    },
  };
}

/** The same colours, but one colour where `isOver` says so. */
export function paintOver(
  { showAt, evenAt }: ColorFinder,
  color: LinearRgb,
  isOver: (x: number, y: number, z: number) => boolean,
): ColorFinder {
  const even = toOklab(...color);
  return {
    showAt: (x, y, z, out, facing) => (isOver(x, y, z) ? out.set(color) : showAt(x, y, z, out, facing)),
    evenAt: (x, y, z, out) => (isOver(x, y, z) ? out.set(even) : evenAt(x, y, z, out)),
  };
}
