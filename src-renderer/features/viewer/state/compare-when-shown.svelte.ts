import { tick, untrack } from 'svelte';
import type { Artifact, Job } from '../../../../src-shared/jobs/job.ts';
import { viewerBesideForm } from '../../operations/viewer-beside-form.ts';
import { pickModel } from './model-files.ts';
import { queue } from '../../queue/queue.svelte.ts';
import { navigation } from '../../../app/navigation.svelte.ts';
import { viewerState, type ComparedModel } from './viewer.svelte.ts';

/** Cancels the pending comparison; there is at most one. */
let stop: () => void = () => undefined;

/** Ends the comparison, and one that is pending. */
export function endComparison(): void {
  stop();
  viewerState.rival = null;
}

/**
 * Shows a file of the displayed job and compares it once it is loaded; opens the queue if the window is too narrow for
 * a viewer beside the form. Cancelled if another file is shown first, or if loading fails.
 */
export async function compareWhenShown(job: Job, file: Artifact, rival: ComparedModel): Promise<void> {
  stop();
  if (queue.lead?.job.id !== job.id) return;
  viewerState.wanted = file.id;
  if (navigation.view === 'operations' && !viewerBesideForm.current) navigation.show('queue');
  navigation.viewerOpen = true;
  // The comparison of the previous file is reset by then.
  await tick();
  stop = $effect.root(() => {
    $effect(() => {
      const lead = queue.lead?.job ?? null;
      const isGone = lead === null || pickModel(lead, viewerState.wanted)?.id !== file.id;
      const { status } = viewerState;
      if (!isGone && status === 'ready') untrack(() => (viewerState.rival = rival));
      // An effect cannot dispose of itself while it runs.
      if (isGone || ['ready', 'failed', 'unsupported'].includes(status)) queueMicrotask(stop);
    });
  });
}
