import type { Format } from '../../../src-shared/formats/formats.ts';
import type { Artifact, Job } from '../../../src-shared/jobs/job.ts';
import { groupExported } from '../viewer/state/model-files.ts';

/** Formats in the order programs like them best, where a row or the viewer stands for all files of a model. */
const LIKED: readonly Format[] = ['fbx', 'glb', 'usdz', 'obj', 'stl', '3mf', 'gltf', 'ply', 'splat'];

/** The file that is dragged for a job: of its newest exported model the format most programs read; null while there is none. */
export function findDraggedFile(job: Pick<Job, 'artifacts' | 'steps'>): Artifact | null {
  const [newest] = groupExported(job);
  for (const format of LIKED) {
    const found = newest?.files.find((artifact) => artifact.format === format);
    if (found) return found;
  }
  return null;
}
