import { tick } from 'svelte';
import { queue } from './queue.svelte.ts';

/** Opens the search of the queue, if it is not open, and goes to its field. */
export async function openQueueSearch(): Promise<void> {
  queue.search ??= '';
  await tick();
  document.getElementById('queue-search')?.focus();
}
