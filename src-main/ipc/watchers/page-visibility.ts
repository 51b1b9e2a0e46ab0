/** Visibility of one open page. */
interface PageVisibilityHandle {
  setVisible(visible: boolean): void;
  /** The page was closed. */
  leave(): void;
}

/** Combined visibility of all open pages; each reports its own. */
export interface PageVisibility {
  /** Adds a page; it counts as visible once it reports so. */
  join(): PageVisibilityHandle;
}

/**
 * Starts without pages. Calls `onChange` when the first page becomes visible and when the last is hidden or closed; not
 * before a page first reports its visibility.
 */
export function createPageVisibility(onChange: (isWatched: boolean) => void): PageVisibility {
  const shown = new Set<PageVisibilityHandle>();
  let told: boolean | null = null;
  const tell = (): void => {
    const isWatched = shown.size > 0;
    if (isWatched === told) return;
    told = isWatched;
    onChange(isWatched);
  };
  return {
    join: () => {
      let hasLeft = false;
      const seat: PageVisibilityHandle = {
        setVisible: (visible) => {
          // The last call of a page may arrive after it disconnected.
          if (visible && !hasLeft) shown.add(seat);
          else shown.delete(seat);
          tell();
        },
        leave: () => {
          hasLeft = true;
          if (shown.delete(seat)) tell();
        },
      };
      return seat;
    },
  };
}
