import type { Output } from '../../../src-shared/ipc/contract.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { queue } from './queue.svelte.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** A task at the service that no job has. */
export type OrphanTask = Output<'queue:found'>[number];

/** Paid models at the service that no job has, as far as main knows. */
class Found {
  tasks = $state.raw<readonly OrphanTask[]>([]);
  /** Whether the service's history is read now. */
  looking = $state(false);
  /** How many there were when the person said later: the notice comes back when there are more. */
  #putOff = $state(0);

  /** Whether the notice is shown. */
  readonly isNew = $derived(this.tasks.length > this.#putOff);

  /** Asks main; with `look` the service's history is read now. */
  async read(look: boolean): Promise<void> {
    this.looking ||= look;
    this.tasks = (await callOrNotify('queue:found', { look })) ?? this.tasks;
    if (look) this.looking = false;
    this.#putOff = Math.min(this.#putOff, this.tasks.length);
  }

  /** Puts the notice away until there are more. */
  later(): void {
    this.#putOff = this.tasks.length;
  }

  /** Brings models home: each becomes a job. */
  async import(taskIds: readonly string[]): Promise<void> {
    const jobs = await callOrNotify('queue:import', { taskIds: [...taskIds] });
    if (jobs) {
      queue.apply(jobs, []);
      notices.toast(TEXTS.queue.found.imported(jobs.length));
    }
    await this.read(false);
  }

  /** Leaves models at the service and does not name them again. */
  async dismiss(taskIds: readonly string[]): Promise<void> {
    await callOrNotify('queue:dismiss', { taskIds: [...taskIds] });
    const before = this.tasks.length;
    await this.read(false);
    if (this.tasks.length < before) notices.toast(TEXTS.queue.found.dismissed(before - this.tasks.length));
  }
}

/** What the page knows of models without a job. */
export const orphanTasks = new Found();
