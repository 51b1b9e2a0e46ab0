/** Moves the focus to the next pane, or the previous one. */
export function focusPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.offsetParent !== null);
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const pane = panes[(at + by + panes.length) % panes.length];
  // In a list, the lead row or card has the focus.
  (pane?.querySelector<HTMLElement>('[role="row"][tabindex="0"], [role="option"][tabindex="0"]') ?? pane)?.focus();
}
