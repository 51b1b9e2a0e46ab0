import type { Output } from '../../../src-shared/ipc/contract.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { queue } from './queue.svelte.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** Task at the service without a job. */
export type OrphanTask = Output<'queue:found'>[number];

/** State of paid tasks at the service that have no job. */
class OrphanTasks {
  tasks = $state.raw<readonly OrphanTask[]>([]);
  /** True while the service's history is being read. */
  isChecking = $state(false);
  /** Number of tasks when the notice was dismissed; it returns when there are more. */
  #dismissedCount = $state(0);

  /** True if the notice is shown. */
  readonly isNew = $derived(this.tasks.length > this.#dismissedCount);

  /** Reads the orphan tasks from the main process. `look` also reads the service's history. */
  async read(look: boolean): Promise<void> {
    this.isChecking ||= look;
    this.tasks = (await callOrNotify('queue:found', { look })) ?? this.tasks;
    if (look) this.isChecking = false;
    this.#dismissedCount = Math.min(this.#dismissedCount, this.tasks.length);
  }

  /** Dismisses the notice until there are more tasks. */
  later(): void {
    this.#dismissedCount = this.tasks.length;
  }

  /** Imports tasks as jobs. */
  async import(taskIds: readonly string[]): Promise<void> {
    const jobs = await callOrNotify('queue:import', { taskIds: [...taskIds] });
    if (jobs) {
      queue.apply(jobs, []);
      notices.toast(TEXTS.queue.found.imported(jobs.length));
    }
    await this.read(false);
  }

  /** Dismisses tasks permanently; they stay at the service. */
  async dismiss(taskIds: readonly string[]): Promise<void> {
    await callOrNotify('queue:dismiss', { taskIds: [...taskIds] });
    const before = this.tasks.length;
    await this.read(false);
    if (this.tasks.length < before) notices.toast(TEXTS.queue.found.dismissed(before - this.tasks.length));
  }
}

export const orphanTasks = new OrphanTasks();
