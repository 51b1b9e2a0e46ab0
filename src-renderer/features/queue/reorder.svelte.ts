import { moveTo } from './job-actions.ts';
import { hasQueuePosition } from './job-facts.ts';
import { findDrop, type MoveTarget, type QueuePosition } from './move-targets.ts';
import { findLine } from './queue-lines.ts';
import { queue } from './queue.svelte.ts';

/** Media type that identifies dragged rows. */
const MEDIA_TYPE = 'application/x-dropforge-jobs';

/** State of reordering waiting jobs by drag and drop. */
class Reorder {
  /** Drop position in CSS pixels from the top of the list; null if none is valid. */
  at = $state<number | null>(null);
  #target: MoveTarget | null = null;
  /** Waiting jobs at the start of the drag, cached because `dragover` fires many times a second. */
  #order: readonly QueuePosition[] = [];

  /** Dragged jobs. */
  #moved: ReadonlySet<string> = new Set();

  /**
   * Starts dragging the selected rows, or a single row outside the selection. Does not change the selection: that would
   * replace the element of the row, and a browser ends the drag of an element that leaves the page.
   */
  start(event: DragEvent, id: string): void {
    if (!event.dataTransfer || !hasQueuePosition(queue.row(id)?.job ?? { status: 'done' })) return;
    this.#moved = queue.selection.ids.has(id) ? queue.selection.ids : new Set([id]);
    this.#order = queue.waiting();
    event.dataTransfer.setData(MEDIA_TYPE, id);
    event.dataTransfer.effectAllowed = 'move';
  }

  /** Updates the drop position. */
  over(event: DragEvent & { currentTarget: HTMLElement }): void {
    if (!event.dataTransfer?.types.includes(MEDIA_TYPE)) return;
    const list = event.currentTarget;
    const y = event.clientY - list.getBoundingClientRect().top + list.scrollTop;
    const line = findLine(queue.layout.lines, y);
    const half = line && y < line.top + line.height / 2 ? 'upper' : 'lower';
    this.#target = line?.kind === 'job' ? findDrop(this.#order, this.#moved, line.id, half) : null;
    this.at = line && this.#target ? line.top + (half === 'upper' ? 0 : line.height) : null;
    if (this.#target) event.preventDefault();
  }

  /** Moves the dragged jobs. */
  drop(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes(MEDIA_TYPE)) return;
    event.preventDefault();
    void moveTo(this.#target);
    this.end();
  }

  /** Ends the drag. */
  end(): void {
    this.at = null;
    this.#target = null;
    this.#order = [];
    this.#moved = new Set();
  }
}

export const reorder = new Reorder();
