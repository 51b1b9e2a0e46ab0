import { ask } from '../../app/bridge/bridge.ts';
import { notices } from '../../app/notices.svelte.ts';
import { queue } from './queue.svelte.ts';

/** Finished jobs that are read only on request, because there are many. */
class OlderJobs {
  /** True if there are some that were not read yet. */
  present = $state(false);
  reading = $state(false);
  #before: number | null = null;

  /** Starts again after a full reload of the queue; `hasOlder`: see `queue:list`. */
  reset(hasOlder: boolean): void {
    this.present = hasOlder;
    this.#before = null;
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
}

export const olderJobs = new OlderJobs();
