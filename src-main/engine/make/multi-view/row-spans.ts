import type { CoverageGrid } from '../../base/silhouette/coverage-grid.ts';

/** A run of covered cells in one row of a silhouette. */
export interface RowSpan {
  /** Columns of the first and last covered cell. */
  readonly first: number;
  readonly last: number;
  /** Lowest row that can be reached from here without going up, and highest row without going down. */
  bottom: number;
  top: number;
}

/**
 * Finds the covered spans of every row (row 0 is the lowest), each with the ends of the branch it belongs to: the legs
 * of a chair end on the floor, its back at the top. O(cells).
 */
export function findRowSpans(grid: CoverageGrid): readonly (readonly RowSpan[])[] {
  const rows = Array.from({ length: grid.height }, (_, y) => findSpans(grid, y));
  const upwards = traceEnds(rows);
  rows.flat().forEach((span) => (span.bottom = upwards.get(span)!));
  const downwards = traceEnds(rows.toReversed());
  rows.flat().forEach((span) => (span.top = grid.height - 1 - downwards.get(span)!));
  return rows;
}

function findSpans({ width, values, outline }: CoverageGrid, y: number): RowSpan[] {
  const spans: RowSpan[] = [];
  let first = -1;
  for (let x = 0; x <= width; x++) {
    const isCovered = x < width && values[y * width + x]! > outline;
    if (isCovered && first < 0) first = x;
    if (isCovered || first < 0) continue;
    spans.push({ first, last: x - 1, bottom: y, top: y });
    first = -1;
  }
  return spans;
}

/** Returns for every span the first row that is connected to it through rows up to its own (union–find). */
function traceEnds(rows: readonly (readonly RowSpan[])[]): Map<RowSpan, number> {
  const parents = new Map<RowSpan, RowSpan>();
  const ends = new Map<RowSpan, number>();
  const rootOf = (span: RowSpan): RowSpan => {
    let root = span;
    while (parents.get(root) !== root) root = parents.get(root)!;
    for (let at = span; at !== root;) {
      const next = parents.get(at)!;
      parents.set(at, root);
      at = next;
    }
    return root;
  };

  const traced = new Map<RowSpan, number>();
  rows.forEach((row, number) => {
    for (const span of row) {
      parents.set(span, span);
      ends.set(span, number);
      for (const before of rows[number - 1] ?? []) {
        if (before.first > span.last || before.last < span.first) continue;
        const [a, b] = [rootOf(before), rootOf(span)];
        if (a === b) continue;
        const older = ends.get(a)! <= ends.get(b)! ? a : b;
        parents.set(older === a ? b : a, older);
      }
    }
    for (const span of row) traced.set(span, ends.get(rootOf(span))!);
  });
  return traced;
}
