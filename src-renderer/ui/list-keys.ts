import {
  moveLead,
  moveSelection,
  selectAll,
  selectOnly,
  selectRange,
  toggleSelected,
  type Selection,
} from './selection.ts';

/** Layout of rows or cards: columns, and items per page. */
export interface ListShape {
  readonly columns: number;
  readonly page: number;
  /** True if Space and clicks toggle single items, and other keys do not change the selection. */
  readonly toggles: boolean;
}

type Clicked = Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>;
type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/**
 * Returns the selection after a click: one item; with Ctrl or ⌘, or in a list that `toggles`, toggled; with Shift the range
 * up to it.
 */
export function clickSelection(
  selection: Selection,
  order: readonly string[],
  id: string,
  { shiftKey, ctrlKey, metaKey }: Clicked,
  toggles = false,
): Selection {
  if (shiftKey) return selectRange(selection, order, id);
  return ctrlKey || metaKey || toggles ? toggleSelected(selection, id) : selectOnly(id);
}

/** Returns the selection after a key; null if lists do not use the key. `isMoved`: the focus moves to the new lead. */
export function pressSelection(
  selection: Selection,
  order: readonly string[],
  { key, altKey, shiftKey, ctrlKey, metaKey }: Pressed,
  { columns, page, toggles }: ListShape,
): { readonly selection: Selection; readonly isMoved: boolean } | null {
  if ((ctrlKey || metaKey) && key === 'a') return { selection: selectAll(selection, order), isMoved: false };
  if (altKey || ctrlKey || metaKey) return null;
  if (toggles && key === ' ' && selection.lead !== null)
    return { selection: toggleSelected(selection, selection.lead), isMoved: false };
  const by = stepOf(key, columns, page);
  if (by === null) return null;
  const moved = toggles && !shiftKey ? moveLead(selection, order, by) : moveSelection(selection, order, by, shiftKey);
  return { selection: moved, isMoved: true };
}

/**
 * True if a key opens the context menu of the focused element. On other systems than macOS the system itself opens it.
 */
export function asksForMenu({ key, shiftKey }: Pressed, platform: string): boolean {
  return platform === 'darwin' && (key === 'ContextMenu' || (shiftKey && key === 'F10'));
}

function stepOf(key: string, columns: number, page: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return columns;
    case 'ArrowUp':
      return -columns;
    case 'ArrowRight':
      return columns > 1 ? 1 : null;
    case 'ArrowLeft':
      return columns > 1 ? -1 : null;
    case 'PageDown':
      return page * columns;
    case 'PageUp':
      return -page * columns;
    case 'Home':
      return -Infinity;
    case 'End':
      return Infinity;
    default:
      return null;
  }
}
