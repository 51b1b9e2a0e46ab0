import { queue } from './queue.svelte.ts';
import { selectOnly } from '../../ui/selection.ts';
import { navigation } from '../../app/navigation.svelte.ts';

/** Shows a job in the queue, or in the gallery if it was cleared from the queue. */
export function showJob(id: string): void {
  const job = queue.everything.find((each) => each.id === id);
  if (!job) return;
  navigation.show(job.filed ? 'gallery' : 'queue');
  queue.filter = 'all';
  queue.select(selectOnly(id));
}
