import type { Collection } from '../../../src-shared/jobs/collection.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { notices } from '../../app/notices.svelte.ts';
import { TEXTS } from '../../app/language/texts.ts';
import { findDraggedFiles } from '../create/find-dragged-file.ts';
import { dragOut } from '../inspector/drag-out.svelte.ts';
import { queue } from '../queue/queue.svelte.ts';
import { changeMarks } from './gallery.svelte.ts';

/** Starts dragging a model, with the other selected ones if it is selected itself. */
export function dragModels(event: DragEvent, job: Job, isSelected: boolean): void {
  const models = isSelected ? queue.chosen() : [job];
  dragOut.start(event, findDraggedFiles(job, models), models);
}

/** Drag and drop of models on a collection. */
class CollectionDrop {
  /** Id of the collection under the pointer; null: none. */
  aimed = $state<string | null>(null);

  /** Handles the pointer over a collection. */
  over(event: DragEvent, { id }: Collection): void {
    if (dragOut.models.length === 0 || !event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    this.aimed = id;
  }

  /** Handles the pointer that leaves a collection, also for a part of it. */
  leave(event: DragEvent & { currentTarget: HTMLElement }): void {
    const next = event.relatedTarget;
    if (!(next instanceof Node && event.currentTarget.contains(next))) this.aimed = null;
  }

  /** Adds the dropped models to a collection, with undo. */
  drop(event: DragEvent, { id, name }: Collection): void {
    this.aimed = null;
    const { models } = dragOut;
    if (models.length === 0) return;
    event.preventDefault();
    const T = TEXTS.gallery.collections;
    const added = models.filter(({ collections }) => !collections.includes(id));
    if (added.length === 0) notices.toast(T.present(name));
    else void changeMarks(added, { addCollections: [id] }, T.added(added.length, name));
  }
}

export const collectionDrop = new CollectionDrop();
