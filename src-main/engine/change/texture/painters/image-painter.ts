import { estimateLightGains } from '../../../base/views/estimate-light-gains.ts';
import type { View } from '../../../base/views/read-views.ts';
import { toVertexColors } from '../../../base/views/vertex-colors.ts';
import { createViewProjector } from '../../../base/views/view-projector.ts';
import type { PaintBody } from '../body/paint-body.ts';
import type { Painter } from './painter.ts';

/** Options for projecting images onto a body. */
export interface ImagePaintOptions {
  /** Keeps the aspect ratio of images instead of stretching them to the body's bounding box. */
  readonly keepsAspect: boolean;
  /** Removes the lighting of the images. */
  readonly isDelighted: boolean;
  /** Maximum number of useful pixels on a view's long side. */
  readonly maxEdge: number;
}

/**
 * Creates a painter that projects views onto a body: each point blends the views that see it best; points that no view
 * sees take the surrounding colours. The subject's bounding box in a view is mapped to that of the body.
 */
export async function createImagePainter(
  body: PaintBody,
  views: readonly View[],
  { keepsAspect, isDelighted, maxEdge }: ImagePaintOptions,
): Promise<Painter> {
  const { mesh, normals, size } = body;
  const gains = isDelighted ? await estimateLightGains(mesh, views, size, { keepsAspect }) : [];
  const project = await createViewProjector(mesh, views, size, maxEdge, { keepsAspect, gains });
  const vertexColors = toVertexColors(mesh, normals, project);
  const seen = new Float64Array(3);
  return {
    paintsPbr: false,
    paint: ({ at, normal, corners: [a, b, c], weights: [wa, wb, wc] }, { color }) => {
      const share = project(at, normal, seen);
      for (let k = 0; k < 3; k++) {
        const fallback =
          share < 1 ? wa * vertexColors[3 * a + k]! + wb * vertexColors[3 * b + k]! + wc * vertexColors[3 * c + k]! : 0;
        color[k] = share > 0 ? share * seen[k]! + (1 - share) * fallback : fallback;
      }
    },
  };
}
