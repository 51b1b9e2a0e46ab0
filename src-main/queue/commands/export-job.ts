import type { MeshFormat } from '../../../src-shared/formats.ts';
import { conversionStep, type RecipeStep } from '../../../src-shared/recipe.ts';
import { withStep, type JobRecord } from '../../pipeline/job-record.ts';
import { changeJob, type QueueParts } from '../queue-parts.ts';
import { createExtraStep, toReady } from './operate-job.ts';

/** The steps a job still lacks for a format; none when it was made already. */
export function stepsToExport(record: JobRecord, format: MeshFormat): RecipeStep[] {
  return findMade(record, format) === null ? conversionStep(format, findModel(record)) : [];
}

/** Exports a job that is over in one more format: at once when it is there, else through one more step. */
export function exportJob(parts: QueueParts, id: string, format: MeshFormat): void {
  changeJob(parts, id, (before) => {
    const record = toReady(parts, before);
    const made = findMade(record, format);
    const artifacts = record.artifacts.map((artifact) =>
      artifact.step === made && artifact.role === 'model' ? { ...artifact, exportedPath: null } : artifact,
    );
    const waiting = { ...record, artifacts };
    if (made !== null) return withStep(waiting, made, { exports: format });
    return {
      ...waiting,
      steps: [...record.steps, ...stepsToExport(record, format).map(createExtraStep)],
    };
  });
}

/** Index of the step whose model a job is about: the last that left a GLB, which every service can convert. */
function findModel({ artifacts }: Pick<JobRecord, 'artifacts'>): number {
  return Math.max(0, ...artifacts.filter(({ format }) => format === 'glb').map(({ step }) => step));
}

/** Index of the last step that has that model in a format; null: none has. */
function findMade({ artifacts }: JobRecord, format: MeshFormat): number | null {
  const first = findModel({ artifacts });
  const made = artifacts.filter((artifact) => artifact.format === format && artifact.step >= first);
  return made.length === 0 ? null : Math.max(...made.map(({ step }) => step));
}
