import { describe, expect, it } from 'vitest';
import {
  moveSelection,
  NO_SELECTION,
  selectAll,
  selectOnly,
  selectRange,
  toggleSelected,
  withoutRemoved,
} from '../../../src-renderer/ui/selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const idsOf = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join('');

describe('choosing jobs', () => {
  it('takes the first row when nothing was chosen, the last when moving up', () => {
    expect(moveSelection(NO_SELECTION, order, 1, false).lead).toBe('a');
    expect(moveSelection(NO_SELECTION, order, -1, false).lead).toBe('e');
  });

  it('stops at both ends', () => {
    expect(moveSelection(selectOnly('e'), order, 1, false).lead).toBe('e');
    expect(moveSelection(selectOnly('c'), order, -Infinity, false).lead).toBe('a');
    expect(moveSelection(selectOnly('c'), order, Infinity, false).lead).toBe('e');
  });

  it('grows and shrinks a range around its anchor', () => {
    const down = moveSelection(moveSelection(selectOnly('c'), order, 1, true), order, 1, true);
    expect(idsOf(down)).toBe('cde');
    const up = moveSelection(down, order, -Infinity, true);
    expect(idsOf(up)).toBe('abc');
    expect(up.anchor).toBe('c');
  });

  it('lists the first of a range first', () => {
    expect([...selectRange(selectOnly('d'), order, 'b').ids]).toEqual(['d', 'c', 'b']);
  });

  it('starts a new range where the anchor left the list', () => {
    expect(idsOf(selectRange({ ids: new Set(), lead: 'x', anchor: 'x' }, order, 'd'))).toBe('d');
  });

  it('adds and takes out single rows', () => {
    const two = toggleSelected(selectOnly('a'), 'c');
    expect(idsOf(two)).toBe('ac');
    expect(idsOf(toggleSelected(two, 'a'))).toBe('c');
  });

  it('chooses all and keeps the lead', () => {
    const all = selectAll(selectOnly('c'), order);
    expect(idsOf(all)).toBe('abcde');
    expect(all.lead).toBe('c');
  });

  it('moves the lead to the next row that stays, else to the one before', () => {
    expect(withoutRemoved(selectOnly('b'), order, new Set(['b', 'c'])).lead).toBe('d');
    expect(withoutRemoved(selectOnly('e'), order, new Set(['e', 'd'])).lead).toBe('c');
    expect(withoutRemoved(selectOnly('a'), order, new Set(order))).toEqual(NO_SELECTION);
  });

  it('keeps the lead when only others leave', () => {
    const kept = withoutRemoved(selectAll(selectOnly('c'), order), order, new Set(['a']));
    expect(kept.lead).toBe('c');
    expect(idsOf(kept)).toBe('bcde');
  });
});
