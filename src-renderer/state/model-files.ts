import { FORMATS } from '../../src-shared/formats.ts';
import type { Artifact, Job } from '../../src-shared/job.ts';

/** The model files of a job that can be shown: what was exported before what led there, then in the order of formats. */
export function listModels(job: Pick<Job, 'artifacts'>): Artifact[] {
  const models = job.artifacts.filter(({ role, format }) => role === 'model' && format !== null);
  const rank = ({ exported, format }: Artifact) => (exported ? 0 : FORMATS.length) + FORMATS.indexOf(format ?? 'glb');
  return models.sort((a, b) => rank(a) - rank(b));
}

/** The model file to show: the wanted one if it is this job's, else the first; null: there is none yet. */
export function pickModel(job: Pick<Job, 'artifacts'>, wanted: string | null): Artifact | null {
  const models = listModels(job);
  return models.find(({ id }) => id === wanted) ?? models[0] ?? null;
}
