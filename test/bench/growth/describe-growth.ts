import { toNumber } from '../harness/format-table.ts';
import type { JudgedRow } from '../harness/judge-row.ts';
import { drawGrowth } from './draw-growth.ts';
import { findPoints } from './growth-points.ts';

/** What is counted along the axis of each curve. */
const AXES: Readonly<Record<string, string>> = {
  'growth/jobs': 'jobs in the queue',
  'growth/files': 'files in a hot folder',
  'growth/triangles': 'triangles of a conversion',
  'growth/pixels': 'pixels of an image',
};

/** The measured curves among rows, as a table of a document and as a picture; null where there are none. */
export function describeGrowth(
  rows: readonly JudgedRow[],
): { readonly table: string; readonly picture: string } | null {
  const curves = rows
    .map((row) => ({ row, axis: AXES[row.id] ?? '', points: findPoints(row.figures) }))
    .filter(({ points }) => points.length > 1);
  if (curves.length === 0) return null;
  const lines = curves.map(({ row, axis, points }) => [
    axis,
    points.map(({ n, ms }) => `${toNumber(n)}: ${toNumber(ms)} ms`).join(', '),
    toNumber(row.ours?.median ?? Number.NaN),
    toNumber(row.theirs?.median ?? Number.NaN),
    row.words,
  ]);
  const head = ['Size', 'Times', 'Exponent', 'Exponent of n log n', 'Verdict'];
  const table = [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
  const panels = curves.map(({ row, axis, points }) => ({
    title: `${axis}: n^${toNumber(row.ours?.median ?? Number.NaN)}`,
    axis,
    points,
  }));
  return { table, picture: drawGrowth(panels) };
}
