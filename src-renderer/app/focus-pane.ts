/** Moves the focus to the next pane, or the one before. */
export function focusPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.offsetParent !== null);
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const pane = panes[(at + by + panes.length) % panes.length];
  // The focus of a list is its lead row or card.
  (pane?.querySelector<HTMLElement>('[role="row"][tabindex="0"], [role="option"][tabindex="0"]') ?? pane)?.focus();
}
