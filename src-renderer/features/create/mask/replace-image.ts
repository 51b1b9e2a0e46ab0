import type { SheetImage, SheetItem } from '../drop-sheet.ts';

/** Returns the items with an image in the place of another one; its item has to be registered again. */
export function replaceImage(items: readonly SheetItem[], image: SheetImage, by: SheetImage): SheetItem[] {
  return items.map((item) => {
    if (!item.pictures.some(({ id }) => id === image.id)) return item;
    const pictures = item.pictures.map((other) => (other.id === image.id ? by : other));
    return { ...item, id: null, pictures, bytes: pictures.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
}
