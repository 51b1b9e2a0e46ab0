import { tick } from 'svelte';
import { queue } from './queue.svelte.ts';

/** Opens the queue's search if needed and focuses its field. */
export async function openQueueSearch(): Promise<void> {
  queue.search ??= '';
  await tick();
  document.getElementById('queue-search')?.focus();
}
