import { expect, it } from 'vitest';
import { asksForMenu, clickSelection, pressSelection } from '../../../src-renderer/ui/list-keys.ts';
import { selectOnly } from '../../../src-renderer/ui/selection.ts';

const order = ['a', 'b', 'c', 'd', 'e', 'f'];
const plain = { altKey: false, shiftKey: false, ctrlKey: false, metaKey: false };
const lead = (key: string, columns: number, patch = {}) =>
  pressSelection(selectOnly('c'), order, { ...plain, key, ...patch }, { columns, page: 2, toggles: false })?.selection
    .lead;

it('arrows go by rows and, where there are columns, by cards', () => {
  expect([lead('ArrowDown', 1), lead('ArrowUp', 1), lead('ArrowDown', 3), lead('PageUp', 1)]).toEqual([
    'd',
    'b',
    'f',
    'a',
  ]);
  expect([lead('ArrowRight', 3), lead('ArrowLeft', 3), lead('End', 3), lead('Home', 1)]).toEqual(['d', 'b', 'f', 'a']);
});

it('other keys are left to the page', () => {
  expect([lead('ArrowRight', 1), lead('x', 1), lead('ArrowDown', 1, { altKey: true })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('Ctrl A chooses all, Shift and Ctrl clicks choose more', () => {
  const shape = { columns: 1, page: 2, toggles: false };
  const all = pressSelection(selectOnly('c'), order, { ...plain, key: 'a', ctrlKey: true }, shape);
  expect([all?.selection.ids.size, all?.isMoved]).toEqual([6, false]);
  expect([...clickSelection(selectOnly('b'), order, 'd', { ...plain, shiftKey: true }).ids]).toEqual(['b', 'c', 'd']);
  expect([...clickSelection(selectOnly('b'), order, 'd', { ...plain, metaKey: true }).ids]).toEqual(['b', 'd']);
  expect([...clickSelection(selectOnly('b'), order, 'd', plain).ids]).toEqual(['d']);
});

it('in a list that toggles, clicks and Space change one item, and arrows none', () => {
  const press = (key: string, shiftKey = false) =>
    pressSelection(selectOnly('b'), order, { ...plain, key, shiftKey }, { columns: 1, page: 2, toggles: true })
      ?.selection;
  expect([...clickSelection(selectOnly('b'), order, 'd', plain, true).ids]).toEqual(['b', 'd']);
  expect([press('ArrowDown')?.lead, [...press('ArrowDown')!.ids]]).toEqual(['c', ['b']]);
  expect([...press(' ')!.ids]).toEqual([]);
  expect([...press('ArrowDown', true)!.ids]).toEqual(['b', 'c']);
  expect(lead(' ', 1)).toBeUndefined();
});

it('the menu is opened by its keys only where the system does not do it', () => {
  expect(asksForMenu({ ...plain, key: 'F10', shiftKey: true }, 'darwin')).toBe(true);
  expect(asksForMenu({ ...plain, key: 'F10', shiftKey: true }, 'linux')).toBe(false);
  expect(asksForMenu({ ...plain, key: 'F10' }, 'darwin')).toBe(false);
});
