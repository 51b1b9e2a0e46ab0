import type { Job } from '../../../src-shared/jobs/job.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { notices } from '../../app/notices.svelte.ts';
import { queue } from './queue.svelte.ts';

/** Finished jobs that are read only on request, because there are many. */
class OlderJobs {
  /** True if there are some that were not read yet. */
  present = $state(false);
  reading = $state(false);
  #before: number | null = null;
  readonly #asked = new Set<string>();

  /** Starts again after a full reload of the queue; `hasOlder`: see `queue:list`. */
  reset(hasOlder: boolean): void {
    this.present = hasOlder;
    this.#before = null;
    this.#asked.clear();
  }

  /** Reads the next part into the queue. */
  async show(): Promise<void> {
    if (this.reading) return;
    this.reading = true;
    const reply = await ask('queue:older', { before: this.#before });
    this.reading = false;
    if (!reply.ok) return notices.refuse([reply.error]);
    queue.addOlder(reply.value.jobs);
    this.#before = reply.value.before;
    this.present = this.#before !== null;
  }

  /** Returns a job, which is read into the queue if it is an older one; null: there is none. */
  async find(id: string): Promise<Job | null> {
    if (this.present && queue.row(id) === null && !this.#asked.has(id)) {
      this.#asked.add(id);
      const reply = await ask('queue:jobs', { ids: [id] });
      if (reply.ok) queue.addOlder(reply.value);
    }
    return queue.row(id)?.job ?? null;
  }
}

export const olderJobs = new OlderJobs();
