import type { Collection } from '../../../src-shared/jobs/collection.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** Collections of the gallery, by name. */
class Collections {
  list = $state.raw<readonly Collection[]>([]);

  async read(): Promise<void> {
    this.list = (await callOrNotify('collections:list', null)) ?? this.list;
  }

  /** Adds a collection, or renames the one with the id; null if it failed, which is shown. */
  async save(name: string, id?: string): Promise<Collection | null> {
    const saved = await callOrNotify('collections:save', id === undefined ? { name } : { id, name });
    if (saved) await this.read();
    return saved;
  }

  /** Removes a collection, with undo. Its models stay. */
  async remove({ id, name }: Collection): Promise<void> {
    const others = await callOrNotify('collections:remove', { id });
    if (!others) return;
    this.list = others;
    notices.toast(TEXTS.gallery.collections.removed(name), { undo: () => void this.save(name, id) });
  }
}

export const collections = new Collections();
