/** Texts of the list of keyboard shortcuts. */
export const SHORTCUT_TEXTS = {
  title: 'Keyboard shortcuts',
  queue: 'Queue',
  window: 'Window',
  paste: 'Paste copied images',
  nextPane: 'Next pane',
  back: 'Close the open panel',
  ends: 'First or last job',
  extend: 'Extend selection',
  all: 'Select all',
} as const;
