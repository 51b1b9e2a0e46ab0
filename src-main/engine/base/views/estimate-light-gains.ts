import type { View } from './read-views.ts';
import type { BodySize, ProjectionOptions } from './view-projector.ts';
import { createViewProjector } from './view-projector.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { estimateLight, type Gain } from './estimate-light.ts';

/** Long edge at which light is looked for: it has no detail. */
const EDGE = 512;

/** For every view of a mesh what takes its light away, as `findLight` finds it. 0.1 s a view. */
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
