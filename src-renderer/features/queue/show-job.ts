import { queue } from './queue.svelte.ts';
import { selectOnly } from '../../ui/selection.ts';
import { navigation } from '../../app/navigation.svelte.ts';

/** Goes to a job where it is listed: in the queue, or, when it was cleared from there, in the gallery. */
export function showJob(id: string): void {
  const job = queue.everything.find((each) => each.id === id);
  if (!job) return;
  navigation.show(job.filed ? 'gallery' : 'queue');
  queue.filter = 'all';
  queue.select(selectOnly(id));
}
