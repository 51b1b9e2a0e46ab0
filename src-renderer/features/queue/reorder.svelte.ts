import { moveTo } from './job-actions.ts';
import { hasQueuePosition } from './job-facts.ts';
import { findDrop, type MoveTarget, type QueuePosition } from './move-targets.ts';
import { findLine } from './queue-lines.ts';
import { queue } from './queue.svelte.ts';
import { selectOnly } from '../../ui/selection.ts';

/** Tells rows that are dragged from anything else that is. */
const KIND = 'application/x-dropforge-jobs';

/** Waiting rows on their way to another place in the list. */
class Reorder {
  /** Where they would land, CSS pixels from the list's upper edge; null: nowhere. */
  at = $state<number | null>(null);
  #target: MoveTarget | null = null;
  /** The waiting jobs as they stood when the rows were taken up: the pointer asks many times a second. */
  #order: readonly QueuePosition[] = [];

  /** A row is taken up: the chosen ones go with it, one outside the choice goes alone. */
  start(event: DragEvent, id: string): void {
    if (!event.dataTransfer || !hasQueuePosition(queue.row(id)?.job ?? { status: 'done' })) return;
    if (!queue.selection.ids.has(id)) queue.select(selectOnly(id));
    this.#order = queue.waiting();
    event.dataTransfer.setData(KIND, id);
    event.dataTransfer.effectAllowed = 'move';
  }

  /** The pointer is over the list. */
  over(event: DragEvent & { currentTarget: HTMLElement }): void {
    if (!event.dataTransfer?.types.includes(KIND)) return;
    const list = event.currentTarget;
    const y = event.clientY - list.getBoundingClientRect().top + list.scrollTop;
    const line = findLine(queue.layout.lines, y);
    const half = line && y < line.top + line.height / 2 ? 'upper' : 'lower';
    this.#target = line?.kind === 'job' ? findDrop(this.#order, queue.selection.ids, line.id, half) : null;
    this.at = line && this.#target ? line.top + (half === 'upper' ? 0 : line.height) : null;
    if (this.#target) event.preventDefault();
  }

  /** The rows are let go. */
  drop(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes(KIND)) return;
    event.preventDefault();
    void moveTo(this.#target);
    this.end();
  }

  /** Nothing is dragged any more. */
  end(): void {
    this.at = null;
    this.#target = null;
    this.#order = [];
  }
}

/** The page's reordering. */
export const reorder = new Reorder();
