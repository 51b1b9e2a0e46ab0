import { MediaQuery, SvelteMap } from 'svelte/reactivity';
import { narrowWindow } from './window-media.ts';

/** Resizable panes: direction, minimum and maximum in px, and whether the pane is after its divider. */
export const RESIZABLE_PANES = {
  queue: { side: 'width', least: 360, most: 900, isBehind: false },
  inspector: { side: 'width', least: 260, most: 560, isBehind: true },
  beside: { side: 'width', least: 300, most: 900, isBehind: true },
  over: { side: 'height', least: 160, most: 1200, isBehind: false },
} as const;

/** A pane the user can resize. */
export type ResizablePane = keyof typeof RESIZABLE_PANES;

/** Pane sizes in px as set by the user, separate for each class of window widths. */
class Splits {
  readonly #wide = new MediaQuery('(min-width: 1440px)');
  readonly #set = new SvelteMap<string, number | null>();

  /** Returns a size; null: not set, the page uses its default. */
  get(split: ResizablePane): number | null {
    const key = this.#keyOf(split);
    const size = this.#set.get(key);
    return size === undefined ? readKept(key) : size;
  }

  /** Sets a size, clamped to its limits; null restores the default. */
  set(split: ResizablePane, px: number | null): void {
    const key = this.#keyOf(split);
    const { least, most } = RESIZABLE_PANES[split];
    const size = px === null ? null : Math.round(Math.min(Math.max(px, least), most));
    keep(key, size);
    this.#set.set(key, size);
  }

  /** Returns a size for a style attribute; undefined: use the style sheet's. */
  px(split: ResizablePane): string | undefined {
    const size = this.get(split);
    return size === null ? undefined : `${size}px`;
  }

  #keyOf(split: ResizablePane): string {
    const width = this.#wide.current ? 'wide' : narrowWindow.current ? 'narrow' : 'middle';
    return `dropforge-split-${split}-${width}`;
  }
}

function readKept(key: string): number | null {
  try {
    const saved = Number(localStorage.getItem(key) ?? NaN);
    return saved > 0 && saved < 10_000 ? saved : null;
  } catch {
    return null;
  }
}

function keep(key: string, size: number | null): void {
  try {
    if (size === null) localStorage.removeItem(key);
    else localStorage.setItem(key, String(size));
  } catch {
    // Without storage, the size is lost on reload.
  }
}

export const paneSizes = new Splits();
