/** Selected jobs, the first one first. `lead` is the displayed and focused one, `anchor` the fixed end of a range. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly lead: string | null;
  readonly anchor: string | null;
}

export const NO_SELECTION: Selection = { ids: new Set(), lead: null, anchor: null };

/** Selects a single job. */
export function selectOnly(id: string): Selection {
  return { ids: new Set([id]), lead: id, anchor: id };
}

/** Adds a job to the selection or removes it. */
export function toggleSelected(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, lead: id, anchor: id };
}

/** Selects everything between the anchor and a job, in display order. */
export function selectRange(selection: Selection, order: readonly string[], id: string): Selection {
  const anchor = selection.anchor !== null && order.includes(selection.anchor) ? selection.anchor : id;
  const [from, to] = [order.indexOf(anchor), order.indexOf(id)];
  // The anchor comes first, as in the order of single clicks.
  const ids = from <= to ? order.slice(from, to + 1) : order.slice(to, from + 1).toReversed();
  return { ids: new Set(ids), lead: id, anchor };
}

/** Selects every listed job; the lead stays. */
export function selectAll(selection: Selection, order: readonly string[]): Selection {
  return { ids: new Set(order), lead: selection.lead ?? order[0] ?? null, anchor: order[0] ?? null };
}

/** Moves the lead by a number of rows, infinite for the start or end; the selected jobs stay. */
export function moveLead(selection: Selection, order: readonly string[], by: number): Selection {
  const { lead, anchor } = moveSelection(selection, order, by, false);
  return { ids: selection.ids, lead, anchor };
}

/**
 * Moves the lead by a number of rows, infinite for the start or end; `extend` keeps the anchor and selects the range.
 */
export function moveSelection(selection: Selection, order: readonly string[], by: number, extend: boolean): Selection {
  if (order.length === 0) return NO_SELECTION;
  const from = selection.lead === null ? -1 : order.indexOf(selection.lead);
  const start = from === -1 && by < 0 ? order.length : from;
  const id = order[Math.min(Math.max(start + by, 0), order.length - 1)];
  if (id === undefined) return selection;
  return extend ? selectRange(selection, order, id) : selectOnly(id);
}

/** Returns the selection after some jobs left the list: the lead moves to the nearest remaining row. */
export function withoutRemoved(selection: Selection, before: readonly string[], gone: ReadonlySet<string>): Selection {
  const ids = new Set([...selection.ids].filter((id) => !gone.has(id)));
  if (selection.lead === null || !gone.has(selection.lead)) return { ...selection, ids };
  const at = before.indexOf(selection.lead);
  const stays = (id: string) => !gone.has(id);
  const next = before.slice(at + 1).find(stays) ?? before.slice(0, Math.max(at, 0)).findLast(stays);
  return next === undefined ? NO_SELECTION : selectOnly(next);
}
