import type { Image } from '../../../base/image/image.ts';
import type { PaintBody } from '../body/paint-body.ts';
import { makeTile, sampleTile } from './make-tile.ts';
import type { Painter } from './painter.ts';
import { projectTriplanar } from './triplanar-projection.ts';

/** Edge of a tile as a share of the geometric mean of the body's sides. */
export const TILE_SHARE = 0.55;
/** Minimum edge of a tile as a share of the longest side. */
const MIN_TILE_SHARE = 0.15;

/** Returns the edge of a tile on a body, in the body's units. */
export function toTileSize({ size: { width, depth } }: Pick<PaintBody, 'size'>): number {
  return Math.max(
    TILE_SHARE * Math.cbrt(Math.max(width, 0.02) * Math.max(depth, 0.02)),
    MIN_TILE_SHARE * Math.max(1, width, depth),
  );
}

/** Creates a painter that covers a body with seamless tiles of a material image. */
export function createTilePainter(body: PaintBody, image: Image): Painter {
  const tile = makeTile(image);
  const edge = toTileSize(body);
  const aspect = tile.width / tile.height;
  const texel = new Float64Array(3);
  return {
    paintsPbr: false,
    paint: ({ at, normal }, { color }) => {
      color.fill(0);
      projectTriplanar(at, normal, edge, (u, v, weight) => {
        sampleTile(tile, u, v * aspect, texel);
        for (let c = 0; c < 3; c++) color[c]! += weight * texel[c]!;
      });
    },
  };
}
