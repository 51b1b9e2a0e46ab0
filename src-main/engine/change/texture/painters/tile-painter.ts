import type { Image } from '../../../base/image/image.ts';
import type { PaintBody } from '../body/paint-body.ts';
import { makeTile, sampleTile } from './make-tile.ts';
import type { Painter } from './painter.ts';
import { projectTriplanar } from './triplanar-projection.ts';

/** The edge of a repeat as a share of the body's mean size. */
export const TILE = 0.55;
/** Its least share of the longest side. */
const MIN_TILE = 0.15;

/** The edge of a repeated pattern on a body, in its units. */
export function tileOf({ size: { width, depth } }: Pick<PaintBody, 'size'>): number {
  return Math.max(
    TILE * Math.cbrt(Math.max(width, 0.02) * Math.max(depth, 0.02)),
    MIN_TILE * Math.max(1, width, depth),
  );
}

/** Paints a body all over with a picture of a material, repeated without a seam. */
export function createTilePainter(body: PaintBody, picture: Image): Painter {
  const tile = makeTile(picture);
  const edge = tileOf(body);
  const aspect = tile.width / tile.height;
  const texel = new Float64Array(3);
  return {
    isPhysical: false,
    paint: ({ at, normal }, { color }) => {
      color.fill(0);
      projectTriplanar(at, normal, edge, (u, v, weight) => {
        sampleTile(tile, u, v * aspect, texel);
        for (let c = 0; c < 3; c++) color[c]! += weight * texel[c]!;
      });
    },
  };
}
