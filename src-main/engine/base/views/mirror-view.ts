import type { View } from './read-views.ts';
import type { ViewName } from './view-name.ts';

/** Returns the view of the opposite side if the subject were mirrored, under that side's name. O(pixels). */
export function mirrorView(view: View, name: ViewName): View {
  const { image, mask, box } = view;
  return {
    ...view,
    name,
    image: { ...image, data: mirrorRows(image.data, 4 * image.width, 4) },
    mask: { ...mask, data: mirrorRows(mask.data, mask.width, 1) },
    box: { ...box, left: image.width - box.left - box.width },
  };
}

/** Mirrors pixels of `step` bytes in rows of `stride` bytes. */
function mirrorRows(data: Uint8Array, stride: number, step: number): Uint8Array {
  const mirrored = new Uint8Array(data.length);
  for (let row = 0; row < data.length; row += stride) {
    for (let at = 0; at < stride; at += step) {
      for (let k = 0; k < step; k++) mirrored[row + stride - step - at + k] = data[row + at + k]!;
    }
  }
  return mirrored;
}
