import type { Mask } from '../image/mask.ts';
import { HALF_COVERED } from '../image/mask.ts';

/** Connected regions of a binary image. */
export interface LabeledComponents {
  /** Region number per pixel, from 0; −1 where the pixel does not have the requested value. */
  readonly labels: Int32Array;
  /** Number of pixels of each region. */
  readonly areas: number[];
  /** For each region, true if it touches the image's border. */
  readonly touchesBorder: boolean[];
}

/**
 * Labels the 4-connected regions of a mask's covered pixels, or of its uncovered ones, in the order of their first
 * pixels. Rows are split into runs, and touching runs are merged. O(pixels): about 5 ms for a megapixel.
 */
export function labelComponents({ width, height, data }: Mask, isCovered: boolean): LabeledComponents {
  // For each run: its first pixel, the one after its last, and the first run it is connected with so far.
  const starts: number[] = [];
  const ends: number[] = [];
  const parents: number[] = [];
  const rootOf = (run: number): number => {
    let root = run;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!;
    return root;
  };

  let above = 0;
  for (let row = 0; row < width * height; row += width) {
    const first = starts.length;
    for (let pixel = row; pixel < row + width; pixel++) {
      if (data[pixel]! >= HALF_COVERED !== isCovered) continue;
      const start = pixel;
      while (pixel < row + width && data[pixel]! >= HALF_COVERED === isCovered) pixel++;
      const run = parents.push(starts.length) - 1;
      starts.push(start);
      ends.push(pixel);
      while (above < first && ends[above]! <= start - width) above++;
      for (let other = above; other < first && starts[other]! < pixel - width; other++) {
        const [one, two] = [rootOf(other), rootOf(run)];
        parents[Math.max(one, two)] = Math.min(one, two);
      }
    }
    above = first;
  }

  const labels = new Int32Array(width * height).fill(-1);
  const areas: number[] = [];
  const touchesBorder: boolean[] = [];
  const numbers = new Int32Array(starts.length);
  for (let run = 0; run < starts.length; run++) {
    const root = rootOf(run);
    const label = root === run ? areas.push(0) - 1 : numbers[root]!;
    numbers[run] = label;
    const [start, end] = [starts[run]!, ends[run]!];
    labels.fill(label, start, end);
    areas[label]! += end - start;
    const isAtSide = start % width === 0 || end % width === 0;
    touchesBorder[label] ||= isAtSide || start < width || end > width * (height - 1);
  }
  return { labels, areas, touchesBorder };
}
