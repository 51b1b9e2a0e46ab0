import { MediaQuery, SvelteMap } from 'svelte/reactivity';

/** Panes whose size a person may set, px: which way, the least and most, and whether the pane lies behind its divider. */
export const RESIZABLE_PANES = {
  queue: { side: 'width', least: 360, most: 900, isBehind: false },
  inspector: { side: 'width', least: 260, most: 560, isBehind: true },
  beside: { side: 'width', least: 300, most: 900, isBehind: true },
  over: { side: 'height', least: 160, most: 1200, isBehind: false },
} as const;

/** A pane whose size a person may set. */
export type ResizablePane = keyof typeof RESIZABLE_PANES;

/** The sizes of panes, px, as a person set them; each class of window widths has its own. */
class Splits {
  readonly #wide = new MediaQuery('(min-width: 1440px)');
  readonly #narrow = new MediaQuery('(max-width: 719px)');
  readonly #set = new SvelteMap<string, number | null>();

  /** A size as it was set; null: as the page has it by itself. */
  get(split: ResizablePane): number | null {
    const key = this.#keyOf(split);
    const size = this.#set.get(key);
    return size === undefined ? readKept(key) : size;
  }

  /** Sets a size within what is sensible; null: as the page has it by itself. */
  set(split: ResizablePane, px: number | null): void {
    const key = this.#keyOf(split);
    const { least, most } = RESIZABLE_PANES[split];
    const size = px === null ? null : Math.round(Math.min(Math.max(px, least), most));
    keep(key, size);
    this.#set.set(key, size);
  }

  /** A size for a style; undefined: as the style sheet has it. */
  px(split: ResizablePane): string | undefined {
    const size = this.get(split);
    return size === null ? undefined : `${size}px`;
  }

  #keyOf(split: ResizablePane): string {
    const width = this.#wide.current ? 'wide' : this.#narrow.current ? 'narrow' : 'middle';
    return `dropforge-split-${split}-${width}`;
  }
}

function readKept(key: string): number | null {
  try {
    const kept = Number(localStorage.getItem(key) ?? NaN);
    return kept > 0 && kept < 10_000 ? kept : null;
  } catch {
    return null;
  }
}

function keep(key: string, size: number | null): void {
  try {
    if (size === null) localStorage.removeItem(key);
    else localStorage.setItem(key, String(size));
  } catch {
    // A page without storage has the size until it is closed.
  }
}

/** The sizes of the page's panes. */
export const paneSizes = new Splits();
