import type { Artifact, Job } from '../../../src-shared/jobs/job.ts';
import { navigation } from '../../app/navigation.svelte.ts';
import { compareWhenShown, endComparison } from '../viewer/state/compare-when-shown.svelte.ts';
import { comparePreference } from './compare-preference.svelte.ts';
import { modelLabel } from './texts/step-result-labels.ts';
import { viewerBesideForm } from './viewer-beside-form.ts';

/** The new model of the last order, and the one it was made from. */
interface ComparedModels {
  readonly job: Job;
  readonly file: Artifact;
  readonly before: Artifact;
}

/** Comparison of the last order's result with the model before. */
class OperationResult {
  #models = $state.raw<ComparedModels | null>(null);

  /** True if there is a result to compare. */
  get isComparable(): boolean {
    return this.#models !== null;
  }

  /** Sets what can be compared, and compares it if the user wants that and a viewer is beside the form. */
  async set(models: ComparedModels): Promise<void> {
    this.#models = models;
    const isShown = navigation.view === 'operations' && viewerBesideForm.current;
    if (isShown && comparePreference.isOn) await this.compare();
  }

  /** Compares the result with the model before, which is on the left. */
  async compare(): Promise<void> {
    if (!this.#models) return;
    const { job, file, before } = this.#models;
    await compareWhenShown(job, file, {
      kind: 'model',
      artifact: before,
      name: modelLabel(job, before),
      isBefore: true,
    });
  }

  /** Ends the comparison; there is nothing to compare any more. */
  forget(): void {
    this.#models = null;
    endComparison();
  }
}

export const operationResult = new OperationResult();
