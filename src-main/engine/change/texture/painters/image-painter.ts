import { estimateLightGains } from '../../../base/views/estimate-light-gains.ts';
import type { View } from '../../../base/views/read-views.ts';
import { toVertexColors } from '../../../base/views/vertex-colors.ts';
import { createViewProjector } from '../../../base/views/view-projector.ts';
import type { PaintBody } from '../body/paint-body.ts';
import type { Painter } from './painter.ts';

/** How pictures are laid onto a body. */
export interface ImagePainting {
  /** Pictures keep their proportions instead of following the body's box. */
  readonly keepsAspect: boolean;
  /** Light and shade of the pictures are taken away. */
  readonly isDelighted: boolean;
  /** Most pixels of a view's long side that are of use. */
  readonly maxEdge: number;
}

/**
 * Paints a body with views of it: each place shows those that see it best, blended; what none sees takes the colours
 * around. The subject's box in a view is laid on the body's box.
 */
export async function createImagePainter(
  body: PaintBody,
  views: readonly View[],
  { keepsAspect, isDelighted, maxEdge }: ImagePainting,
): Promise<Painter> {
  const { mesh, normals, size } = body;
  const gains = isDelighted ? await estimateLightGains(mesh, views, size, { keepsAspect }) : [];
  const project = await createViewProjector(mesh, views, size, maxEdge, { keepsAspect, gains });
  const guesses = toVertexColors(mesh, normals, project);
  const seen = new Float64Array(3);
  return {
    isPhysical: false,
    paint: ({ at, normal, corners: [a, b, c], weights: [wa, wb, wc] }, { color }) => {
      const share = project(at, normal, seen);
      for (let k = 0; k < 3; k++) {
        const guess = share < 1 ? wa * guesses[3 * a + k]! + wb * guesses[3 * b + k]! + wc * guesses[3 * c + k]! : 0;
        color[k] = share > 0 ? share * seen[k]! + (1 - share) * guess : guess;
      }
    },
  };
}
