import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { HotFolderChange, HotFolderView, OutputLocation } from '../../../src-shared/hot-folders/hot-folder.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { foldersAwaitingConfirmation } from './folder-facts.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** The hot folders, as main tells of them. */
class Folders {
  /** Null until main answered. */
  list = $state.raw<readonly HotFolderView[] | null>(null);
  /** Folders whose yes is on its way. */
  approving = $state.raw<ReadonlySet<string>>(new Set());

  /** Those that wait for a yes. */
  readonly asking = $derived(foldersAwaitingConfirmation(this.list ?? []));

  /** Reads them all. */
  async read(): Promise<void> {
    this.list = (await callOrNotify('folders:list', null)) ?? this.list;
  }

  /** A folder that is there; null: it is not, or no more. */
  get(id: string | null): HotFolderView | null {
    return this.list?.find((folder) => folder.id === id) ?? null;
  }

  /** What people call a folder; one that is no more by its id. */
  readonly nameOf = (id: string): string => this.get(id)?.name ?? id;

  /** Makes a folder a hot one; answers why not, or null. A dialog that was left changes nothing. */
  async add(
    typed: string | null,
    recipe: string,
    change: HotFolderChange,
    results?: OutputLocation,
  ): Promise<ErrorInfo | null> {
    const reply = await ask('folders:add', { typed, recipe, change, ...(results && { results }) });
    return reply.ok ? null : reply.error;
  }

  /** Changes what a person sets; answers why not, or null. */
  async change(id: string, change: HotFolderChange, results?: OutputLocation): Promise<ErrorInfo | null> {
    const reply = await ask('folders:change', { id, change, ...(results && { results }) });
    return reply.ok ? null : reply.error;
  }

  /** Lets a folder wait, or watch again. */
  async toggle({ id, enabled }: HotFolderView): Promise<void> {
    await callOrNotify('folders:change', { id, change: { enabled: !enabled } });
  }

  /** Says yes to what waits there, up to the total that is shown. */
  async approve({ id, question }: HotFolderView): Promise<void> {
    if (!question || this.approving.has(id)) return;
    this.approving = new Set([...this.approving, id]);
    await callOrNotify('folders:approve', { id, agreed: question.total });
    this.approving = new Set([...this.approving].filter((other) => other !== id));
  }

  /** Forgets a folder; files and jobs stay. */
  async remove({ id, name }: HotFolderView): Promise<void> {
    const reply = await ask('folders:remove', { id });
    if (reply.ok) notices.toast(TEXTS.folders.removed(name));
    else notices.refuse([reply.error]);
  }

  /** Opens a folder in the file manager. */
  async reveal({ id }: HotFolderView): Promise<void> {
    await callOrNotify('folders:reveal', { id });
  }
}

/** What the page knows of hot folders. */
export const folders = new Folders();
