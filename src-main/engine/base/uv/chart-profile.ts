import type { ChartList } from './chart-list.ts';

/** Area of a chart in whole cells, rotated by quarter turns: per column from `low` up to, not including, `high`. */
export interface Profile {
  readonly low: Int32Array;
  readonly high: Int32Array;
}

/** A chart rasterized to cells. */
export interface ProfiledChart {
  readonly width: number;
  readonly height: number;
  /**
   * Unrotated, and rotated by one, two and three quarter turns, (x, y) → (height − y, x) each; as many as requested.
   */
  readonly turns: readonly Profile[];
}

/** Computes the profiles of a chart if a metre is `scale` cells; they include every cell it touches. */
export function profileChart(list: ChartList, chart: number, scale: number, turnCount: number): ProfiledChart {
  const width = Math.max(1, Math.ceil(list.sizes[chart * 2]! * scale));
  const height = Math.max(1, Math.ceil(list.sizes[chart * 2 + 1]! * scale));
  const columns = emptyProfile(width, height);
  const rows = emptyProfile(height, width);
  const { places, outline } = list;
  for (let at = list.outlineFirsts[chart]!; at < list.outlineFirsts[chart + 1]!; at += 2) {
    const [from, to] = [outline[at]! * 2, outline[at + 1]! * 2];
    const [x0, y0, x1, y1] = [
      places[from]! * scale,
      places[from + 1]! * scale,
      places[to]! * scale,
      places[to + 1]! * scale,
    ];
    draw(columns, x0, y0, x1, y1, height);
    draw(rows, y0, x0, y1, x1, width);
  }
  const turns = [columns, turnOver(rows, width, true, false)];
  if (turnCount > 2) turns.push(turnOver(columns, height, true, true), turnOver(rows, width, false, true));
  return { width, height, turns };
}

function emptyProfile(length: number, depth: number): Profile {
  return { low: new Int32Array(length).fill(depth), high: new Int32Array(length) };
}

/** Extends a profile by the cells of an edge. */
function draw({ low, high }: Profile, x0: number, y0: number, x1: number, y1: number, depth: number): void {
  if (x1 < x0) return draw({ low, high }, x1, y1, x0, y0, depth);
  const last = low.length - 1;
  const end = Math.min(last, Math.floor(x1));
  const slope = x1 > x0 ? (y1 - y0) / (x1 - x0) : 0;
  for (let column = Math.min(last, Math.floor(x0)); column <= end; column++) {
    const a = column > x0 ? y0 + slope * (column - x0) : y0;
    const b = column + 1 < x1 ? y0 + slope * (column + 1 - x0) : y1;
    const least = Math.max(0, Math.min(depth - 1, Math.floor(Math.min(a, b))));
    const most = Math.max(least + 1, Math.min(depth, Math.ceil(Math.max(a, b))));
    if (least < low[column]!) low[column] = least;
    if (most > high[column]!) high[column] = most;
  }
}

/** Returns a profile mirrored horizontally, vertically or both. */
function turnOver({ low, high }: Profile, depth: number, isBackwards: boolean, isUpsideDown: boolean): Profile {
  const [bottom, top] = isUpsideDown
    ? [high.map((v) => depth - v), low.map((v) => depth - v)]
    : [low.slice(), high.slice()];
  return isBackwards ? { low: bottom.reverse(), high: top.reverse() } : { low: bottom, high: top };
}
