import { FORMATS, type Format } from '../../../src-shared/formats/formats.ts';
import type { Artifact, Job } from '../../../src-shared/jobs/job.ts';
import { groupExported } from '../viewer/state/model-files.ts';

/** Formats by how many programs read them; every other format comes after these. */
const PREFERRED: readonly Format[] = ['fbx', 'glb', 'usdz', 'obj', 'stl', '3mf'];

/** Returns the file to drag for a job: the most widely read format of its newest exported model, or null. */
export function findDraggedFile(job: Pick<Job, 'artifacts' | 'steps'>): Artifact | null {
  const [newest] = groupExported(job);
  for (const format of new Set([...PREFERRED, ...FORMATS])) {
    const found = newest?.files.find((artifact) => artifact.format === format);
    if (found) return found;
  }
  return null;
}

/** Returns the files to drag for a job, its own first, and the other selected jobs. */
export function findDraggedFiles<J extends Pick<Job, 'id' | 'artifacts' | 'steps'>>(
  job: J,
  selected: readonly J[],
): Artifact[] {
  const jobs = [job, ...selected.filter(({ id }) => id !== job.id)];
  return jobs.flatMap((each) => findDraggedFile(each) ?? []);
}
