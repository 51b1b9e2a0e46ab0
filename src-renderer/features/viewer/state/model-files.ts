import { findCreatingStep } from '../../../../src-shared/jobs/creating-step.ts';
import { FORMATS } from '../../../../src-shared/formats/formats.ts';
import type { Artifact, Job, JobStep } from '../../../../src-shared/jobs/job.ts';

/** Files that show one model: what a step made, and the same in other formats. */
export interface ModelGroup {
  /** Index of the step that made the model. */
  readonly maker: number;
  /** That step; null: it is not known any more. */
  readonly step: JobStep | null;
  readonly files: readonly Artifact[];
}

type Made = Pick<Job, 'artifacts' | 'steps'>;

/**
 * The model files of a job that can be shown, by what they show: the newest model first, in each what was exported before
 * what led there, then in the order of formats, of one format the newest first.
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

/** The same of the files in the output folder only. */
export function groupExported({ artifacts, steps }: Made): ModelGroup[] {
  return groupModels({ artifacts: artifacts.filter(({ exported }) => exported), steps });
}

/** The model files of a job that can be shown, in the order of their groups. */
export function listModels(job: Made): Artifact[] {
  return groupModels(job).flatMap(({ files }) => files);
}

/** The model file to show: the wanted one if it is this job's, else the newest; null: there is none yet. */
export function pickModel(job: Made, wanted: string | null): Artifact | null {
  const models = listModels(job);
  return models.find(({ id }) => id === wanted) ?? models[0] ?? null;
}
