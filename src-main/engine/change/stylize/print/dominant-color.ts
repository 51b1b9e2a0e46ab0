import type { ColorFinder } from '../solid/color-finder.ts';
import { quantizeColors, type LinearRgb } from '../colors/quantize-colors.ts';
import { forEachCell, type LevelSet } from '../solid/level-set.ts';

/** Colours among which one is chosen. */
const FEW_COLORS = 8;
/** One of so many cells of the surface is asked for its colour. */
const ONE_OF = 13;

/** The commonest of a few colours of what can be seen of a figure, linear RGB. */
export function dominantColor(field: LevelSet, { showAt }: ColorFinder): LinearRgb {
  const shown: number[] = [];
  const color = new Float64Array(3);
  let passed = 0;
  forEachCell(field, (cell, x, y, z) => {
    const depth = field.values[cell]!;
    if (depth <= 0 || depth > field.steps[0] || passed++ % ONE_OF !== 0) return;
    showAt(x, y, z, color);
    shown.push(...color);
  });
  const { colors, labels } = quantizeColors(Float32Array.from(shown), FEW_COLORS);
  const counts = colors.map(() => 0);
  for (const label of labels) counts[label]!++;
  return colors[counts.indexOf(Math.max(...counts))] ?? [1, 1, 1];
}
