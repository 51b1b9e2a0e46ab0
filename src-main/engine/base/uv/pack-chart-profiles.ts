import type { ChartList } from './chart-list.ts';
import { profileChart, type Profile } from './chart-profile.ts';

/** Placement of charts in a square of cells. */
export interface ChartLayout {
  /** Cells a metre, along each side of the square, and between charts. */
  readonly scale: number;
  readonly cells: number;
  readonly gap: number;
  /** The cell of each chart's box that is nearest to the origin. */
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  /** Quarter turns of each chart, (x, y) → (height − y, x) each. */
  readonly turns: Uint8Array;
  /** Size of each chart in cells, before rotation. */
  readonly widths: Int32Array;
  readonly heights: Int32Array;
}

/** A candidate position of a chart. */
interface Drop {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  readonly profile: Profile;
}

/** Charts beyond this number, which are small, are placed in rows by their boxes. */
const MAX_FITTED = 3000;
/** Charts beyond this number are tried in two rotations only. */
const MAX_TURNED = 50;

/**
 * Places charts, a metre of them `scale` cells, in a square of `cells` cells, with a gap of `gap` cells between any two
 * and beyond each on the sides away from the origin. Returns null if they do not fit.
 *
 * Each chart, the longest first, is placed where its top is lowest above the charts below (Lévy et al. 2002, “Least
 * squares conformal maps”, section 4), in the best rotation. O(charts × cells × their width).
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
  // Fill height of the square per column.
  const horizon = new Int32Array(cells);
  const order = byLength(list);
  const fitted = order.slice(0, MAX_FITTED);
  if (!fitted.every((chart, i) => drop(chart, i < MAX_TURNED ? 4 : 2))) return null;
  return placeInRows(order.slice(MAX_FITTED)) ? layout : null;

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
        // As low as the charts below allow, and lower than the best candidate so far.
        let y = 0;
        const most = lowest - depth;
        for (let column = low.length - 1; column >= 0 && y < most; column--) {
          const below = horizon[x + column]!;
          if (below - low[column]! > y) y = below - low[column]!;
          // It cannot be placed as low anywhere above this column.
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

  /** Places charts in rows above all others, from the longest to the shortest. */
  function placeInRows(charts: readonly number[]): boolean {
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

/** Returns a profile extended by the gap on the right and above. */
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

/** Returns the charts, longest first. */
function byLength({ sizes }: ChartList): number[] {
  const charts = Array.from({ length: sizes.length / 2 }, (_, chart) => chart);
  return charts.sort((a, b) => sizes[b * 2 + 1]! - sizes[a * 2 + 1]! || sizes[b * 2]! - sizes[a * 2]! || a - b);
}
