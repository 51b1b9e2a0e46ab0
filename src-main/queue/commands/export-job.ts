import { AppError } from '../../../src-shared/errors.ts';
import type { Format } from '../../../src-shared/formats.ts';
import { conversionStep } from '../../../src-shared/recipe.ts';
import { withStep } from '../../pipeline/job-record.ts';
import { createStepRecord } from '../new-job.ts';
import { changeJob, type QueueParts } from '../queue-parts.ts';

/** Exports a finished job in one more format: at once when it is there, else through one more step. */
export function exportJob(parts: QueueParts, id: string, format: Format): void {
  changeJob(parts, id, (record) => {
    if (record.status !== 'done') throw new AppError('not_found', 'The job is not finished yet.');
    const made = record.steps.findIndex((_, step) =>
      record.artifacts.some((artifact) => artifact.step === step && artifact.format === format),
    );
    const artifacts = record.artifacts.map((artifact) =>
      artifact.step === made && artifact.role === 'model' ? { ...artifact, exportedPath: null } : artifact,
    );
    const waiting = { ...record, artifacts, status: 'waiting' as const, finishedAt: null };
    if (made >= 0) return withStep(waiting, made, { exports: format });
    return { ...waiting, steps: [...record.steps, ...conversionStep(format).map((step) => createStepRecord(step))] };
  });
}
