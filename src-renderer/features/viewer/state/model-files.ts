import { findCreatingStep } from '../../../../src-shared/jobs/creating-step.ts';
import { FORMATS } from '../../../../src-shared/formats/formats.ts';
import type { Artifact, Job, JobStep } from '../../../../src-shared/jobs/job.ts';

/** Files of one model: the result of a step in all its formats. */
export interface ModelGroup {
  /** Index of the step that created the model. */
  readonly maker: number;
  /** That step; null: unknown. */
  readonly step: JobStep | null;
  readonly files: readonly Artifact[];
}

type Made = Pick<Job, 'artifacts' | 'steps'>;

/**
 * Groups the displayable model files of a job by model: newest model first; within a model exported files first, then
 * by format, then newest first.
 */
export function groupModels({ artifacts, steps }: Made): ModelGroup[] {
  const models = artifacts.filter(({ role, format }) => role === 'model' && format !== null);
  const makers = [...new Set(models.map(({ step }) => findCreatingStep(steps, step)))].sort((a, b) => b - a);
  const rank = ({ exported, format }: Artifact) => (exported ? 0 : FORMATS.length) + FORMATS.indexOf(format ?? 'glb');
  return makers.map((maker) => ({
    maker,
    step: steps[maker] ?? null,
    files: models
      .filter(({ step }) => findCreatingStep(steps, step) === maker)
      .sort((a, b) => rank(a) - rank(b) || b.step - a.step),
  }));
}

/** Does the same with files in the output folder only. */
export function groupExported({ artifacts, steps }: Made): ModelGroup[] {
  return groupModels({ artifacts: artifacts.filter(({ exported }) => exported), steps });
}

/** Lists the displayable model files of a job in the order of their groups. */
export function listModels(job: Made): Artifact[] {
  return groupModels(job).flatMap(({ files }) => files);
}

/**
 * Returns the model file to display: the wanted one if it belongs to this job, otherwise the newest; null: none yet.
 */
export function pickModel(job: Made, wanted: string | null): Artifact | null {
  const models = listModels(job);
  return models.find(({ id }) => id === wanted) ?? models[0] ?? null;
}
