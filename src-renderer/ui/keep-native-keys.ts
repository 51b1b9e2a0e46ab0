/**
 * Leaves keys to the browser that belong to it, before any shortcut or dialog of the page acts on them: those of an input
 * method, whose Enter or Escape ends a composition, and those in the open list of a `select`, which is part of the page.
 * Call it before anything else listens to keys.
 */
export function keepNativeKeys(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.target instanceof HTMLOptionElement) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
