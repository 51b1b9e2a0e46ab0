import { MediaQuery, SvelteMap } from 'svelte/reactivity';

/** Panes whose width a person may set, px: the least and most, and whether the pane lies behind its divider. */
export const SPLITS = {
  queue: { least: 360, most: 900, isBehind: false },
  inspector: { least: 260, most: 560, isBehind: true },
  beside: { least: 300, most: 900, isBehind: true },
} as const;

/** A pane whose width a person may set. */
export type Split = keyof typeof SPLITS;

/** The widths of panes, px, as a person set them; each class of window widths has its own. */
class Splits {
  readonly #wide = new MediaQuery('(min-width: 1440px)');
  readonly #set = new SvelteMap<string, number | null>();

  /** A width as it was set; null: as the page has it by itself. */
  get(split: Split): number | null {
    const key = this.#keyOf(split);
    const width = this.#set.get(key);
    return width === undefined ? readKept(key) : width;
  }

  /** Sets a width within what is sensible; null: as the page has it by itself. */
  set(split: Split, px: number | null): void {
    const key = this.#keyOf(split);
    const { least, most } = SPLITS[split];
    const width = px === null ? null : Math.round(Math.min(Math.max(px, least), most));
    keep(key, width);
    this.#set.set(key, width);
  }

  /** A width for a style; undefined: as the style sheet has it. */
  px(split: Split): string | undefined {
    const width = this.get(split);
    return width === null ? undefined : `${width}px`;
  }

  #keyOf(split: Split): string {
    return `dropforge-split-${split}-${this.#wide.current ? 'wide' : 'middle'}`;
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

function keep(key: string, width: number | null): void {
  try {
    if (width === null) localStorage.removeItem(key);
    else localStorage.setItem(key, String(width));
  } catch {
    // A page without storage has the width until it is closed.
  }
}

/** The widths of the page's panes. */
export const splits = new Splits();
