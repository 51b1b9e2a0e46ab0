import { recipeEditor } from './recipe-editor.svelte.ts';

/** Media type that distinguishes a dragged step from other drags. */
const KIND = 'application/x-dropforge-step';

/** Drag and drop of a step within the chain. */
class ChainDrag {
  /** The gap it would be dropped in, counted from 0 above the first step; null: none. */
  gap = $state<number | null>(null);
  #from: number | null = null;

  /** Starts dragging a step by its handle, with the whole card as the drag image. */
  start(event: DragEvent, index: number): void {
    if (!event.dataTransfer) return;
    const card = (event.target as Element).closest('[data-step]');
    if (card) event.dataTransfer.setDragImage(card, 12, 24);
    event.dataTransfer.setData(KIND, String(index));
    event.dataTransfer.effectAllowed = 'move';
    this.#from = index;
  }

  /** Handles the pointer over the chain. */
  over(event: DragEvent & { currentTarget: HTMLElement }): void {
    if (this.#from === null || !event.dataTransfer?.types.includes(KIND)) return;
    event.preventDefault();
    const middles = [...event.currentTarget.querySelectorAll('[data-step]')].map((card) => {
      const { top, height } = card.getBoundingClientRect();
      return top + height / 2;
    });
    this.gap = middles.filter((middle) => middle < event.clientY).length;
  }

  /** Handles the drop of a step. */
  drop(event: DragEvent): void {
    if (this.#from === null || this.gap === null) return;
    event.preventDefault();
    recipeEditor.move(this.#from, this.gap > this.#from ? this.gap - 1 : this.gap);
    this.end();
  }

  /** Resets the state after a drag. */
  end(): void {
    this.gap = null;
    this.#from = null;
  }
}

export const stepDrag = new ChainDrag();
