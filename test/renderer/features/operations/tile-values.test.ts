import { expect, test } from 'vitest';
import {
  splitTileValues,
  typeTileValues,
  type TypedTileValues,
} from '../../../../src-renderer/features/operations/tile-values.ts';

const OPTIONS = ['preset:idle', 'preset:walk'];

test('another value that begins with a tile is typed letter by letter', () => {
  let list: readonly unknown[] = ['preset:idle'];
  let typing: TypedTileValues | null = null;
  for (let length = 1; length <= 'preset:walk_slow'.length; length++) {
    const typed = 'preset:walk_slow'.slice(0, length);
    typing = typeTileValues(splitTileValues(list, OPTIONS, typing), [typed]);
    ({ list } = typing);
    expect(list).toEqual(['preset:idle', typed]);
    expect(splitTileValues(list, OPTIONS, typing)).toMatchObject({ tiles: ['preset:idle'], others: [typed] });
  }
});

test('a typed value that equals a tile becomes one when it is finished, and is never there twice', () => {
  const typing = typeTileValues({ tiles: ['preset:walk'], others: [] }, ['preset:walk', 'preset:idle', 'jump']);
  expect(typing.list).toEqual(['preset:walk', 'preset:idle', 'jump']);
  const finished = { tiles: ['preset:walk', 'preset:idle'], others: ['jump'] };
  expect(splitTileValues(typing.list, OPTIONS, null)).toEqual(finished);
  // Another list did not result from the text.
  expect(splitTileValues(['jump'], OPTIONS, typing)).toEqual({ tiles: [], others: ['jump'] });
  const more = typeTileValues(typing, ['preset:walk_slow']);
  expect(more.list).toEqual(['preset:walk', 'preset:walk_slow']);
});
