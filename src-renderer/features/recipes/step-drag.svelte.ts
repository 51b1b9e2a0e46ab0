import { recipeEditor } from './recipe-editor.svelte.ts';

/** Tells a step that is dragged from anything else that is. */
const KIND = 'application/x-dropforge-step';

/** A step on its way to another place in the chain. */
class ChainDrag {
  /** The gap it would land in, counted from 0 above the first step; null: nowhere. */
  gap = $state<number | null>(null);
  #from: number | null = null;

  /** A step is taken up by its grip; the whole card goes along as the image. */
  start(event: DragEvent, index: number): void {
    if (!event.dataTransfer) return;
    const card = (event.target as Element).closest('[data-step]');
    if (card) event.dataTransfer.setDragImage(card, 12, 24);
    event.dataTransfer.setData(KIND, String(index));
    event.dataTransfer.effectAllowed = 'move';
    this.#from = index;
  }

  /** The pointer is over the chain. */
  over(event: DragEvent & { currentTarget: HTMLElement }): void {
    if (this.#from === null || !event.dataTransfer?.types.includes(KIND)) return;
    event.preventDefault();
    const middles = [...event.currentTarget.querySelectorAll('[data-step]')].map((card) => {
      const { top, height } = card.getBoundingClientRect();
      return top + height / 2;
    });
    this.gap = middles.filter((middle) => middle < event.clientY).length;
  }

  /** The step is let go. */
  drop(event: DragEvent): void {
    if (this.#from === null || this.gap === null) return;
    event.preventDefault();
    recipeEditor.move(this.#from, this.gap > this.#from ? this.gap - 1 : this.gap);
    this.end();
  }

  /** Nothing is dragged any more. */
  end(): void {
    this.gap = null;
    this.#from = null;
  }
}

/** The page's dragging of steps. */
export const stepDrag = new ChainDrag();
