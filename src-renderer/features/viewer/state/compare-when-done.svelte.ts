import { untrack } from 'svelte';
import { queue } from '../../queue/queue.svelte.ts';
import { toggleCompare } from './comparison-candidates.ts';
import { viewerState } from './viewer.svelte.ts';

/** Cancels the pending comparison; there is at most one. */
let stop: () => void = () => undefined;

/** Compares two jobs once the second one is done. Cancelled if it ends otherwise, or if the selection changes before. */
export function compareWhenDone(firstId: string, otherId: string): void {
  stop();
  stop = $effect.root(() => {
    $effect(() => {
      const { ids } = queue.selection;
      const status = queue.row(otherId)?.job.status;
      const isChanged = ids.size !== 2 || !ids.has(firstId) || !ids.has(otherId);
      const isOver = status === undefined || status === 'done' || status === 'failed' || status === 'cancelled';
      if (!isChanged && !isOver) return;
      if (!isChanged && status === 'done') untrack(() => viewerState.rival ?? toggleCompare());
      // An effect cannot dispose of itself while it runs.
      queueMicrotask(stop);
    });
  });
}
