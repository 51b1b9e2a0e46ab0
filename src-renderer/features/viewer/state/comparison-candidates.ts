import type { Job } from '../../../../src-shared/jobs/job.ts';
import { queue } from '../../queue/queue.svelte.ts';
import { listModels, pickModel } from './model-files.ts';
import { compareWhenShown } from './compare-when-shown.svelte.ts';
import { viewerState, type ComparedModel } from './viewer.svelte.ts';
import { modelFileLabel } from '../../operations/texts/step-result-labels.ts';

/** Maximum number of menu items; other selected jobs come first. */
const MAX_RIVALS = 20;

/**
 * Lists what a model can be compared with: its source image, other files of the job, and other models, newest first.
 */
export function listComparisonCandidates(job: Job, shownId: string | null, sourceName: string): ComparedModel[] {
  const own = listModels(job)
    .filter(({ id }) => id !== shownId)
    .map((artifact): ComparedModel => ({
      kind: 'model',
      artifact,
      name: modelFileLabel(job, artifact),
    }));
  const source: ComparedModel[] = job.hasThumbnail ? [{ kind: 'source', jobId: job.id, name: sourceName }] : [];
  return [...chosenRivals(job), ...source, ...own, ...otherRivals(job)].slice(0, MAX_RIVALS);
}

/** True if the selection says what to compare: at most two models are selected, or a comparison can be ended. */
export function canCompareSelected(): boolean {
  return viewerState.rival !== null || chosenModels().length <= 2;
}

/**
 * Starts or ends comparing, as its key does. Two selected models are compared, the first one on the left, once it is
 * loaded; with one, the list opens.
 */
export function toggleCompare(): void {
  const [first, other] = chosenModels();
  const file = first && pickModel(first, viewerState.wanted);
  const [rival] = other ? toRival(other) : [];
  if (viewerState.rival) viewerState.rival = null;
  else if (first && file && rival) {
    queue.select({ ...queue.selection, lead: first.id });
    void compareWhenShown(first, file, rival);
  } else if (viewerState.status === 'ready') viewerState.choosesRival = true;
}

/** The selected jobs that have a model. */
function chosenModels(): Job[] {
  return queue.chosen().filter((job) => pickModel(job, null) !== null);
}

function chosenRivals(job: Job): ComparedModel[] {
  return queue
    .chosen()
    .filter(({ id }) => id !== job.id)
    .flatMap(toRival);
}

function otherRivals(job: Job): ComparedModel[] {
  const chosen = new Set(queue.chosen().map(({ id }) => id));
  return queue.everything
    .filter(({ id }) => id !== job.id && !chosen.has(id))
    .sort((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0))
    .slice(0, 4 * MAX_RIVALS)
    .flatMap(toRival);
}

function toRival(job: Job): ComparedModel[] {
  const artifact = pickModel(job, null);
  return artifact ? [{ kind: 'model', artifact, name: job.name }] : [];
}
