import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { HotFolderChange, HotFolderView, OutputLocation } from '../../../src-shared/hot-folders/hot-folder.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { foldersAwaitingConfirmation } from './folder-facts.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** State of the hot folders, as reported by the main process. */
class Folders {
  /** Null until the main process has answered. */
  list = $state.raw<readonly HotFolderView[] | null>(null);
  /** Folders whose confirmation is being sent. */
  approving = $state.raw<ReadonlySet<string>>(new Set());

  /** Folders with jobs awaiting confirmation. */
  readonly asking = $derived(foldersAwaitingConfirmation(this.list ?? []));

  /** Reads all hot folders. */
  async read(): Promise<void> {
    this.list = (await callOrNotify('folders:list', null)) ?? this.list;
  }

  /** Returns a folder, or null if it does not exist. */
  get(id: string | null): HotFolderView | null {
    return this.list?.find((folder) => folder.id === id) ?? null;
  }

  /** Returns a folder's name, or its id if it no longer exists. */
  readonly nameOf = (id: string): string => this.get(id)?.name ?? id;

  /** Opens the folder dialog of the system; null if it was cancelled. */
  choose(): Promise<Output<'folders:choose'>> {
    return callOrNotify('folders:choose', null);
  }

  /** Adds a hot folder. Returns the error, or null. A cancelled folder dialog changes nothing. */
  async add(
    typed: string,
    recipe: string,
    change: HotFolderChange,
    results?: OutputLocation,
  ): Promise<ErrorInfo | null> {
    const reply = await ask('folders:add', { typed, recipe, change, ...(results && { results }) });
    return reply.ok ? null : reply.error;
  }

  /** Changes a hot folder's settings. Returns the error, or null. */
  async change(id: string, change: HotFolderChange, results?: OutputLocation): Promise<ErrorInfo | null> {
    const reply = await ask('folders:change', { id, change, ...(results && { results }) });
    return reply.ok ? null : reply.error;
  }

  /** Pauses or resumes a folder. */
  async toggle({ id, enabled }: HotFolderView): Promise<void> {
    await callOrNotify('folders:change', { id, change: { enabled: !enabled } });
  }

  /** Confirms a folder's waiting jobs up to the displayed total. */
  async approve({ id, question }: HotFolderView): Promise<void> {
    if (!question || this.approving.has(id)) return;
    this.approving = new Set([...this.approving, id]);
    await callOrNotify('folders:approve', { id, agreed: question.total });
    this.approving = new Set([...this.approving].filter((other) => other !== id));
  }

  /** Removes a hot folder, with undo. Its files and jobs are kept. */
  async remove({ id, name }: HotFolderView): Promise<void> {
    const reply = await ask('folders:remove', { id });
    if (reply.ok)
      notices.toast(TEXTS.folders.removed(name), { undo: () => void callOrNotify('folders:restore', { id }) });
    else notices.refuse([reply.error]);
  }

  async reveal({ id }: HotFolderView): Promise<void> {
    await callOrNotify('folders:reveal', { id });
  }
}

export const folders = new Folders();
