import type { Artifact } from '../../../../src-shared/jobs/job.ts';
import { fetchModel } from './fetch-model.ts';

/** Returns the longest edge of a model file in metres without showing it. Throws as `fetchModel` and `loadModel` do. */
export async function measureLongestEdge(artifact: Artifact, signal: AbortSignal): Promise<number> {
  const [file, { loadModel }, { disposeModel }] = await Promise.all([
    fetchModel(artifact, signal),
    import('../load/load-model.ts'),
    import('../scene/dispose-model.ts'),
  ]);
  const { object, statistics } = await loadModel(file, signal, null);
  disposeModel(object);
  const { x, y, z } = statistics.size;
  return Math.max(x, y, z);
}
