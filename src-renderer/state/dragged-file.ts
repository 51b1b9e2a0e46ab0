import type { Format } from '../../src-shared/formats.ts';
import type { Artifact, Job } from '../../src-shared/job.ts';

/** Formats in the order programs like them best, where a row or the viewer stands for all files of a job. */
const LIKED: readonly Format[] = ['fbx', 'glb', 'usdz', 'obj', 'stl', '3mf', 'gltf', 'ply'];

/** The file that is dragged for a job: of what it exported the format most programs read; null while there is none. */
export function findDragged({ artifacts }: Pick<Job, 'artifacts'>): Artifact | null {
  const models = artifacts.filter(({ exported, role }) => exported && role === 'model');
  for (const format of LIKED) {
    const found = models.find((artifact) => artifact.format === format);
    if (found) return found;
  }
  return null;
}
