import type { ChartList } from './chart-list.ts';
import { packChartProfiles, type ChartLayout } from './pack-chart-profiles.ts';

/** Cells along each side of the square: more are finer and slower. Not more than texels. */
const CELLS = 512;
/** First guess of the share of the square covered by the boxes of charts, including gaps. */
const USUAL_SHARE = 0.85;
const MAX_TRIES = 24;

/**
 * Packs charts into the unit square: all at one scale, rotated by quarter turns, at least `padding` texels apart and
 * half of that from the border if the square is a texture of `size` texels; less only if there are so many charts that
 * their scale would become zero. Returns x and y for each vertex of the list.
 *
 * The largest scale at which all fit (`packChartProfiles`) is searched for on a coarse grid, then on a fine one.
 * Deterministic. 100 charts: about 40 ms.
 */
export function packChartList(list: ChartList, size: number, padding: number): Float32Array<ArrayBuffer> {
  const side = Math.min(CELLS, size);
  const gap = Math.ceil((padding * side) / size);
  const count = list.sizes.length / 2;
  const cells = Math.max(side, Math.ceil(Math.sqrt(2 * count) * (1 + gap)));
  const coarse = search(list, Math.ceil(cells / 2), Math.ceil(gap / 2), null, { step: 1.06, near: 1.04 });
  const fine = search(list, cells, gap, coarse, { step: 1.03, near: 1.02 });
  // At scale 0 only points and gaps remain, which always fit.
  return placeVertices(list, fine ?? packChartProfiles(list, 0, cells, gap)!);
}

/**
 * Searches for the largest layout that fits on a grid, within a factor of `near`. Never returns less than `known`, a
 * layout on a coarser grid; null if none fits that is not much too small. The scale grows by `step` per attempt, or
 * shrinks at an increasing rate.
 */
function search(
  list: ChartList,
  cells: number,
  gap: number,
  known: ChartLayout | null,
  { step, near }: { readonly step: number; readonly near: number },
): ChartLayout | null {
  const guess = known ? (known.scale / known.cells) * cells * step : guessScale(list, cells, gap);
  let best = known;
  let [fits, fails, scale] = [known ? guess / step : 0, Infinity, guess];
  for (let attempt = 0; attempt < MAX_TRIES && fails > fits * near; attempt++) {
    const layout = packChartProfiles(list, scale, cells, gap);
    if (layout) {
      best = layout;
      fits = scale;
    } else fails = scale;
    if (fits === 0) scale = guess / step ** ((attempt + 1) ** 2);
    else scale = fails < Infinity ? (fits + fails) / 2 : scale * step;
  }
  return best;
}

/** Estimates the scale, in cells a metre, at which the boxes of the charts cover the usual share of the square. */
function guessScale({ sizes }: ChartList, cells: number, gap: number): number {
  let [areas, sides, longest] = [0, 0, 0];
  for (let at = 0; at < sizes.length; at += 2) {
    areas += sizes[at]! * sizes[at + 1]!;
    sides += sizes[at]! + sizes[at + 1]!;
    longest = Math.max(longest, sizes[at + 1]!);
  }
  if (!(longest > 0)) return 0;
  const free = Math.max(0.1 * cells * cells, USUAL_SHARE * cells * cells - (sizes.length / 2) * gap * gap);
  const [a, b] = [areas, gap * sides];
  const scale = (2 * free) / (b + Math.sqrt(b * b + 4 * a * free));
  return Math.min(scale, (cells - gap) / longest);
}

function placeVertices(list: ChartList, layout: ChartLayout): Float32Array<ArrayBuffer> {
  const { scale, cells, gap, xs, ys, turns, widths, heights } = layout;
  const uvs = new Float32Array(list.places.length);
  for (let chart = 0; chart < xs.length; chart++) {
    const [width, height, turn] = [widths[chart]!, heights[chart]!, turns[chart]!];
    for (let vertex = list.firsts[chart]!; vertex < list.firsts[chart + 1]!; vertex++) {
      const x = list.places[vertex * 2]! * scale;
      const y = list.places[vertex * 2 + 1]! * scale;
      const right = turn === 0 ? x : turn === 1 ? height - y : turn === 2 ? width - x : y;
      const down = turn === 0 ? y : turn === 1 ? x : turn === 2 ? height - y : width - x;
      uvs[vertex * 2] = (xs[chart]! + right + gap / 2) / cells;
      uvs[vertex * 2 + 1] = (ys[chart]! + down + gap / 2) / cells;
    }
  }
  return uvs;
}
