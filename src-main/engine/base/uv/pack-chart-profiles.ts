import type { ChartList } from './chart-list.ts';
import { profileChart, type Profile } from './chart-profile.ts';

/** Where charts lie in a square of cells. */
export interface ChartLayout {
  /** Cells a metre, along each side of the square, and between charts. */
  readonly scale: number;
  readonly cells: number;
  readonly gap: number;
  /** The cell of each chart's box that is nearest to the origin. */
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  /** By how many quarters each chart is turned, (x, y) → (height − y, x) each time. */
  readonly turns: Uint8Array;
  /** Of each chart in cells, before it is turned. */
  readonly widths: Int32Array;
  readonly heights: Int32Array;
}

/** Where a chart could go. */
interface Drop {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  readonly profile: Profile;
}

/** Charts after so many, which are small, are laid in rows by their boxes. */
const MAX_FITTED = 3000;
/** Charts after so many are tried as they lie and upright only. */
const MAX_TURNED = 50;

/**
 * Lays charts, a metre of them `scale` cells, into a square of `cells` cells, `gap` of them free between any two and
 * beyond each on the sides away from the origin; null where they do not fit.
 *
 * Each chart, the longest first, goes where it ends lowest above those below (Lévy et al. 2002, “Least squares conformal
 * maps”, section 4), as it lies or turned. O(charts × cells × their width).
 */
export function packChartProfiles(list: ChartList, scale: number, cells: number, gap: number): ChartLayout | null {
  const count = list.sizes.length / 2;
  const layout: ChartLayout = {
    scale,
    cells,
    gap,
    xs: new Int32Array(count),
    ys: new Int32Array(count),
    turns: new Uint8Array(count),
    widths: new Int32Array(count),
    heights: new Int32Array(count),
  };
  // How high the square is full in each column.
  const horizon = new Int32Array(cells);
  const order = byLength(list);
  const fitted = order.slice(0, MAX_FITTED);
  if (!fitted.every((chart, i) => drop(chart, i < MAX_TURNED ? 4 : 2))) return null;
  return layInRows(order.slice(MAX_FITTED)) ? layout : null;

  function drop(chart: number, turnCount: number): boolean {
    const { width, height, turns } = profileChart(list, chart, scale, turnCount);
    let best: Drop | null = null;
    let lowest = cells + 1;
    for (let turn = 0; turn < turnCount; turn++) {
      const profile = widen(turns[turn]!, gap);
      const { low } = profile;
      const depth = (turn % 2 === 0 ? height : width) + gap;
      const highestLow = low.reduce((a, b) => Math.max(a, b), 0);
      for (let x = 0, next = 1; x + low.length <= cells; x = next, next++) {
        // As low as what lies below lets it be, and lower than what was found before.
        let y = 0;
        const most = lowest - depth;
        for (let column = low.length - 1; column >= 0 && y < most; column--) {
          const below = horizon[x + column]!;
          if (below - low[column]! > y) y = below - low[column]!;
          // Nowhere above this column can it lie so low.
          if (below - highestLow >= most) next = x + column + 1;
        }
        if (y >= most) continue;
        lowest = y + depth;
        best = { x, y, turn, profile };
      }
    }
    if (!best) return false;
    const { x, y, turn, profile } = best;
    for (let column = 0; column < profile.high.length; column++) {
      horizon[x + column] = Math.max(horizon[x + column]!, y + profile.high[column]!);
    }
    layout.xs[chart] = x;
    layout.ys[chart] = y;
    layout.turns[chart] = turn;
    layout.widths[chart] = width;
    layout.heights[chart] = height;
    return true;
  }

  /** Rows above all that lies there, charts from the longest to the shortest. */
  function layInRows(charts: readonly number[]): boolean {
    let y = charts.length > 0 ? horizon.reduce((a, b) => Math.max(a, b), 0) : 0;
    let [x, depth] = [0, 0];
    for (const chart of charts) {
      const width = Math.max(1, Math.ceil(list.sizes[chart * 2]! * scale));
      const height = Math.max(1, Math.ceil(list.sizes[chart * 2 + 1]! * scale));
      if (x + width + gap > cells) {
        y += depth;
        [x, depth] = [0, 0];
      }
      depth = Math.max(depth, height + gap);
      if (x + width + gap > cells || y + depth > cells) return false;
      layout.xs[chart] = x;
      layout.ys[chart] = y;
      layout.widths[chart] = width;
      layout.heights[chart] = height;
      x += width + gap;
    }
    return true;
  }
}

/** What a chart covers together with the gap right of it and above. */
function widen({ low, high }: Profile, gap: number): Profile {
  const length = low.length + gap;
  const wide = { low: new Int32Array(length), high: new Int32Array(length) };
  for (let column = 0; column < length; column++) {
    let [least, most] = [Infinity, 0];
    for (let from = Math.max(0, column - gap); from <= Math.min(column, low.length - 1); from++) {
      least = Math.min(least, low[from]!);
      most = Math.max(most, high[from]!);
    }
    wide.low[column] = least;
    wide.high[column] = most + gap;
  }
  return wide;
}

/** Charts, the longest first. */
function byLength({ sizes }: ChartList): number[] {
  const charts = Array.from({ length: sizes.length / 2 }, (_, chart) => chart);
  return charts.sort((a, b) => sizes[b * 2 + 1]! - sizes[a * 2 + 1]! || sizes[b * 2]! - sizes[a * 2]! || a - b);
}
