/** The place of one open page. */
interface PageVisibilityHandle {
  setVisible(visible: boolean): void;
  /** The page is closed; nobody looks from there any more. */
  leave(): void;
}

/** Whether anybody looks, of however many pages are open: each says for itself whether it is shown. */
export interface PageVisibility {
  /** A page opens; it counts as shown once it says so. */
  join(): PageVisibilityHandle;
}

/**
 * An audience without pages. `onChange` hears when the first page is shown, and when the last one is hidden or closed;
 * nothing before the first page says anything.
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
          // What a page said last may be carried out after its line was cut.
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
