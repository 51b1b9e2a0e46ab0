/**
 * Leaves the keys pressed in the open list of a `select` to the browser, which moves, chooses or closes with them: the
 * list is part of the page, whose shortcuts and dialogs would act on them, too.
 */
export function keepChoiceKeys(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.target instanceof HTMLOptionElement) event.stopPropagation();
    },
    { capture: true },
  );
}
