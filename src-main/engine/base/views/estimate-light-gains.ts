import type { View } from './read-views.ts';
import type { BodySize, ProjectionOptions } from './view-projector.ts';
import { createViewProjector } from './view-projector.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { estimateLight, type Gain } from './estimate-light.ts';

/** Long edge for estimating light, which has no detail. */
const EDGE = 512;

/** Returns for every view of a mesh the gain that removes its light, as `estimateLight` computes it. 0.1 s a view. */
export function estimateLightGains(
  mesh: TriangleMesh,
  views: readonly View[],
  size: BodySize,
  options: Pick<ProjectionOptions, 'keepsAspect'> = {},
): Promise<Gain[]> {
  return Promise.all(
    views.map(async (view) => estimateLight(mesh, await createViewProjector(mesh, [view], size, EDGE, options))),
  );
}
