import { createSurfacePoint, type SurfaceTree } from '../../../base/spatial/surface-tree.ts';
import type { LabColorAt } from './mesh-level-set.ts';
import { toOklab } from '../../../base/color/oklab.ts';
import type { SurfaceColorAt } from './color-mesh-faces.ts';
import type { LinearRgb } from '../colors/quantize-colors.ts';
import type { StylizeSubject } from '../mesh/stylize-subject.ts';

/** Looks up surface colours from points near the surface. */
export interface ColorFinder {
  /** Linear RGB. */
  readonly rgbAt: SurfaceColorAt;
  /** OKLab. */
  readonly labAt: LabColorAt;
}

/**
 * Creates a lookup of the colour at the nearest surface point of a subject. `tree` is built from the subject's mesh,
 * transformed if need be. A point that faces the same way is preferred if it is at most `tolerance` farther away, so
 * that both sides of a thin wall keep their colours.
 */
export function createColorFinder(subject: StylizeSubject, tree: SurfaceTree, tolerance: number): ColorFinder {
  const nearest = createSurfacePoint();
  const facingHit = createSurfacePoint();
  const rgbAt: SurfaceColorAt = (x, y, z, out, facing) => {
    tree.nearest(x, y, z, nearest);
    let hit = nearest;
    if (facing) {
      tree.nearest(x, y, z, facingHit, facing);
      if (facingHit.triangle >= 0 && Math.sqrt(facingHit.squared) < Math.sqrt(nearest.squared) + tolerance)
        hit = facingHit;
    }
    subject.colorAt(Math.max(0, hit.triangle), hit.a, hit.b, hit.c, out);
  };
  return {
    rgbAt,
    labAt: (x, y, z, out) => {
      rgbAt(x, y, z, out);
      out.set(toOklab(out[0]!, out[1]!, out[2]!));
    },
  };
}

/** Overrides the colours with one colour where `isOver` returns true. */
export function paintOver(
  { rgbAt, labAt }: ColorFinder,
  color: LinearRgb,
  isOver: (x: number, y: number, z: number) => boolean,
): ColorFinder {
  const lab = toOklab(...color);
  return {
    rgbAt: (x, y, z, out, facing) => (isOver(x, y, z) ? out.set(color) : rgbAt(x, y, z, out, facing)),
    labAt: (x, y, z, out) => (isOver(x, y, z) ? out.set(lab) : labAt(x, y, z, out)),
  };
}
