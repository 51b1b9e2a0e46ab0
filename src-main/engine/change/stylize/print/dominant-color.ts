import type { ColorFinder } from '../solid/color-finder.ts';
import { quantizeColors, type LinearRgb } from '../colors/quantize-colors.ts';
import { forEachCell, type LevelSet } from '../solid/level-set.ts';

/** Size of the palette from which a colour is chosen. */
const PALETTE_SIZE = 8;
/** One in this many surface cells is sampled. */
const SAMPLE_INTERVAL = 13;

/** Returns the most frequent colour of a solid's surface in a reduced palette, linear RGB. */
export function dominantColor(field: LevelSet, { rgbAt }: ColorFinder): LinearRgb {
  const samples: number[] = [];
  const color = new Float64Array(3);
  let surfaceCells = 0;
  forEachCell(field, (cell, x, y, z) => {
    const depth = field.values[cell]!;
    if (depth <= 0 || depth > field.steps[0] || surfaceCells++ % SAMPLE_INTERVAL !== 0) return;
    rgbAt(x, y, z, color);
    samples.push(...color);
  });
  const { colors, labels } = quantizeColors(Float32Array.from(samples), PALETTE_SIZE);
  const counts = colors.map(() => 0);
  for (const label of labels) counts[label]!++;
  return colors[counts.indexOf(Math.max(...counts))] ?? [1, 1, 1];
}
