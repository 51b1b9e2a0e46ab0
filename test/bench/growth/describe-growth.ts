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

/** The curves among rows as a table, those that failed too, and those that were measured as a picture; null: none was. */
export function describeGrowth(rows: readonly JudgedRow[]): {
  readonly table: string;
  readonly picture: string | null;
} {
  const curves = rows
    .filter(({ id }) => id in AXES)
    .map((row) => ({ row, axis: AXES[row.id]!, points: findPoints(row.figures) }));
  const number = (value: number | undefined): string => toNumber(value ?? Number.NaN);
  const lines = curves.map(({ row: { ours, theirs, words, note }, axis, points }) => [
    axis,
    points.map(({ n, ms }) => `${toNumber(n)}: ${toNumber(ms)} ms`).join(', ') || '–',
    ours ? `${number(ours.median)} (${number(ours.min)}–${number(ours.max)})` : '–',
    number(theirs?.median),
    note ?? '–',
    words,
  ]);
  const head = ['Size', 'Times', 'Exponent (extremes)', 'Exponent of n log n', 'Not measured', 'Verdict'];
  const table = [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
  const panels = curves
    .filter(({ points }) => points.length > 1)
    .map(({ row, axis, points }) => ({ title: `${axis}: n^${number(row.ours?.median)}`, axis, points }));
  return { table, picture: panels.length === 0 ? null : drawGrowth(panels) };
}
