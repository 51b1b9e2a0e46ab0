import type { ErrorInfo } from '../../src-shared/errors.ts';
import type { Output, Reply } from '../../src-shared/ipc/contract.ts';
import { ask, bridge } from './bridge.ts';
import { readTransfer } from './dropped-files.ts';
import { accept, act, notices } from './notices.svelte.ts';
import { queue } from './queue.svelte.ts';
import { selectOnly } from './selection.ts';
import { setup } from './service.svelte.ts';

type Taken = Output<'sources:take'>;

/** How files become jobs: taken in by main, refusals said, the price confirmed where there is one, then added. */
class Adding {
  /** Files main is reading now. */
  reading = $state(0);
  /** Sources that wait for the person's yes, because they cost credits. */
  plan = $state.raw<Taken['sources'] | null>(null);

  /** Opens the system's file dialog; set by the part that owns the file field. */
  choose: () => void = () => undefined;

  /** Files of a drop or paste; call it while the event is handled. */
  async takeTransfer(transfer: DataTransfer): Promise<void> {
    if (bridge.host === 'window') {
      // The preload turns each File into its path, folders too; main walks them.
      await this.takeFiles([...transfer.files]);
      return;
    }
    const { files, emptyFolders } = await readTransfer(transfer);
    notices.refuse(emptyFolders.map(emptyFolder));
    await this.takeFiles(files);
  }

  /** Chosen files. */
  async takeFiles(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    this.reading += files.length;
    try {
      await this.#taken((await bridge.takeFiles(files)) as Reply<Taken>);
    } finally {
      this.reading -= files.length;
    }
  }

  /** A sample that came with the app. */
  async takeSample(name: string): Promise<void> {
    await this.#taken(await ask('samples:take', { name }));
  }

  /** Adds what the plan shows. */
  async confirm(): Promise<void> {
    const sources = this.plan;
    this.plan = null;
    if (sources) await this.#add(sources);
  }

  async #taken(reply: Reply<Taken>): Promise<void> {
    const taken = accept(reply);
    if (!taken) return;
    notices.refuse(taken.refused);
    if (taken.sources.length === 0) return;
    if (setup.free) await this.#add(taken.sources);
    else this.plan = [...(this.plan ?? []), ...taken.sources];
  }

  async #add(sources: Taken['sources']): Promise<void> {
    const formats = setup.settings?.formats;
    if (!formats) return;
    const jobs = await act('queue:add', { sourceIds: sources.map(({ id }) => id), formats });
    const first = jobs?.[0];
    if (!first) return;
    queue.apply(jobs, []);
    queue.select(selectOnly(first.id));
  }
}

function emptyFolder(subject: string): ErrorInfo {
  return { code: 'folder_without_pictures', subject, detail: '', retryable: false, requestId: null };
}

/** The page's way of adding. */
export const adding = new Adding();
