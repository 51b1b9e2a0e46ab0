import type { TrashedJob } from '../../../src-shared/ipc/calls/library-calls.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { formatBytes } from '../../app/language/format.ts';
import { TEXTS } from '../../app/language/texts.ts';
import { queue } from '../queue/queue.svelte.ts';

/** Jobs in the trash, the latest removed first. */
class Trash {
  jobs = $state.raw<readonly TrashedJob[]>([]);
  /** Size of their files in the library. */
  readonly bytes = $derived(sizeOf(this.jobs));
  /** The jobs that emptying the trash deletes. */
  readonly deletable = $derived(this.jobs.filter(({ isUnsaved }) => !isUnsaved));
  readonly deletableBytes = $derived(sizeOf(this.deletable));

  /** Reads the trash; call it when jobs were removed or restored. */
  async read(): Promise<void> {
    this.jobs = (await callOrNotify('library:trash', null)) ?? this.jobs;
  }

  /** Moves jobs back to the queue and the gallery. */
  async restore(ids: readonly string[]): Promise<void> {
    const restored = await callOrNotify('library:restore', { ids: [...ids] });
    if (restored) queue.apply(restored, []);
    await this.read();
  }

  /** Deletes the listed jobs with their library files, except those with an unsaved result. */
  async empty(): Promise<void> {
    const deleted = await callOrNotify('library:empty', { ids: this.deletable.map(({ id }) => id) });
    const kept = this.jobs.length - this.deletable.length;
    if (deleted) notices.toast(TEXTS.gallery.trash.emptied(deleted.jobs, formatBytes(deleted.bytes), kept));
    await this.read();
  }
}

function sizeOf(jobs: readonly TrashedJob[]): number {
  return jobs.reduce((sum, { bytes }) => sum + bytes, 0);
}

export const trash = new Trash();
