import { describe, expect, it } from 'vitest';
import {
  findFreeSlot,
  isComplete,
  groupImages,
  putInSlot,
  splitSet,
  removeFromSet,
  toSheetItem,
  type SheetItem,
} from '../../../../src-renderer/features/create/drop-sheet.ts';
import type { ViewSlot } from '../../../../src-shared/formats/source-kind.ts';

const picture = (id: string, slot: ViewSlot | null) => ({
  id,
  name: `${id}.png`,
  bytes: 10,
  slot,
  pixels: null,
  mask: null,
});
const single = (id: string): SheetItem =>
  toSheetItem({
    id: `${id}-source`,
    name: `${id}.png`,
    kind: 'picture',
    bytes: 10,
    pictures: [picture(id, null)],
    prompt: null,
  });
const fox = toSheetItem({
  ...{ id: 'fox', name: 'fox', kind: 'views', bytes: 30, prompt: null },
  pictures: [picture('f', 'front'), picture('l', 'left'), picture('b', 'back')],
});
const shape = (items: readonly SheetItem[]) =>
  items.map(({ id, kind, pictures }) => [id, kind, pictures.map((each) => `${each.slot ?? '-'}:${each.id}`).join(' ')]);

describe('regrouping images', () => {
  it('lets two places of a set change, and tells main of it', () => {
    expect(shape(putInSlot([fox], 'l', 'fox', 'back'))).toEqual([[null, 'views', 'front:f left:b back:l']]);
    expect(shape(putInSlot([fox], 'l', 'fox', 'right'))).toEqual([[null, 'views', 'front:f back:b right:l']]);
    expect(putInSlot([fox], 'l', 'fox', 'left')[0]).toBe(fox);
  });

  it('puts a single image into a set, and what stood there beside it', () => {
    const items = putInSlot([fox, single('boat')], 'boat', 'fox', 'left');
    expect(shape(items)).toEqual([
      [null, 'views', 'front:f left:boat back:b'],
      [null, 'picture', '-:l'],
    ]);
    expect(items[0]?.bytes).toBe(30);
  });

  it('takes images out, until one is left alone', () => {
    const two = removeFromSet([fox], 'b');
    expect(shape(two)).toEqual([
      [null, 'views', 'front:f left:l'],
      [null, 'picture', '-:b'],
    ]);
    expect(shape(removeFromSet(two, 'l'))).toEqual([
      [null, 'picture', '-:f'],
      [null, 'picture', '-:l'],
      [null, 'picture', '-:b'],
    ]);
  });

  it('makes single jobs of a set, and a set of single jobs', () => {
    expect(shape(splitSet([fox], 'fox')).map(([, kind]) => kind)).toEqual(['picture', 'picture', 'picture']);
    const made = groupImages([single('boat'), single('side')], 'side', 'boat-source');
    expect(shape(made)).toEqual([[null, 'views', 'front:boat left:side']]);
    expect(made[0]?.name).toBe('boat');
    expect(shape(groupImages([fox, single('r')], 'r', 'fox'))).toEqual([
      [null, 'views', 'front:f left:l back:b right:r'],
    ]);
  });

  it('keeps every image, each in one item with a key of its own', () => {
    const keys: string[] = [];
    const keep = (items: readonly SheetItem[]): readonly SheetItem[] => {
      expect(items.flatMap(({ pictures }) => pictures.map(({ id }) => id)).sort()).toEqual(['b', 'f', 'l']);
      expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
      keys.push(...items.map(({ key }) => key));
      return items;
    };
    const keyOf = (items: readonly SheetItem[], id: string) =>
      items.find(({ pictures }) => pictures.some((each) => each.id === id))?.key ?? '';
    let items = keep(splitSet([fox], 'fox'));
    items = keep(groupImages(items, 'l', keyOf(items, 'f')));
    items = keep(groupImages(items, 'b', keyOf(items, 'f')));
    items = keep(removeFromSet(items, 'f'));
    expect(shape(items).map(([, , pictures]) => pictures)).toEqual(['left:l back:b', '-:f']);
    items = keep(groupImages(items, 'f', keyOf(items, 'l')));
    keep(splitSet(items, keyOf(items, 'f')));
    expect(keys).not.toContain('f');
  });

  it('knows a set that lacks its front', () => {
    const [left] = removeFromSet([fox], 'f');
    expect(left && isComplete(left)).toBe(false);
    expect(isComplete(fox) && isComplete(single('boat'))).toBe(true);
    expect(left && findFreeSlot(left)).toBe('front');
  });

  it('changes nothing for an image or a set that is not there', () => {
    expect(putInSlot([fox], 'gone', 'fox', 'left')).toEqual([fox]);
    expect(groupImages([fox], 'l', 'fox')).toEqual([fox]);
    expect(removeFromSet([single('boat')], 'boat').map(({ id }) => id)).toEqual(['boat-source']);
  });
});
