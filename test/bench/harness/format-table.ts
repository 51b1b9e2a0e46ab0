import type { JudgedRow } from './judge-row.ts';
import type { Usage } from './measure-trial.ts';
import type { Summary } from './statistics.ts';

/** The columns that people read, for the terminal and for the document. */
export interface TableLine {
  readonly id: string;
  readonly what: string;
  readonly ours: string;
  readonly peer: string;
  readonly ratio: string;
  /** Quartiles and extremes of the ratio, or of ours without a peer. */
  readonly spread: string;
  readonly goal: string;
  readonly verdict: string;
  /** Processor time, most memory and bytes to disk of one run of ours, with those of the peer behind a slash. */
  readonly cpu: string;
  readonly memory: string;
  readonly written: string;
}

/** A row as text. */
export function toTableLine(row: JudgedRow): TableLine {
  const { unit, ours, theirs, ratio } = row;
  return {
    id: row.id,
    what: [row.state === 'cold' && !row.isExact ? `${row.what} (cold)` : row.what, row.note ?? []].flat().join('; '),
    ours: ours ? withUnit(ours.median, unit) : '–',
    peer: describePeer(row, theirs),
    ratio: ratio ? `${toNumber(ratio.median)} ×` : '–',
    spread: ratio ? describeSpread(ratio, '×') : describeSpread(ours, unit),
    goal: describeGoal(row),
    verdict: row.words,
    cpu: describeUsage(row, ({ cpuSeconds }) => `${toNumber(cpuSeconds)} s`),
    memory: describeUsage(row, ({ peakBytes }) => toMib(peakBytes)),
    written: describeUsage(row, ({ writtenBytes }) => toMib(writtenBytes)),
  };
}

/** Lines with columns as wide as their widest cell, below their names; the ids of rows that were skipped come last. */
export function formatTable(all: readonly JudgedRow[]): string {
  const rows = all.filter(({ verdict }) => verdict !== 'skipped');
  const skipped = Map.groupBy(
    all.filter(({ verdict }) => verdict === 'skipped'),
    ({ words }) => words,
  );
  const columns = ['what', 'ours', 'peer', 'ratio', 'spread', 'goal', 'verdict', 'cpu', 'memory', 'written'] as const;
  const lines = rows.map(toTableLine);
  const cells = [[...columns], ...lines.map((line) => columns.map((column) => line[column]))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => [...line[index]!].length)));
  const pad = (line: readonly string[]): string =>
    line.map((cell, index) => cell + ' '.repeat(widths[index]! - [...cell].length)).join('  ');
  const others = [...skipped].map(([words, of]) => `${words}: ${of.map(({ id }) => id).join(', ')}`);
  return [...cells.map((line) => pad(line).trimEnd()), ...others].join('\n');
}

/** Three significant digits, thousands with separators. */
export function toNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '–' : '∞';
  return value.toLocaleString('en', {
    maximumSignificantDigits: Math.max(3, Math.trunc(Math.abs(value)).toString().length),
  });
}

function withUnit(value: number, unit: string): string {
  return unit === '' ? toNumber(value) : `${toNumber(value)} ${unit}`;
}

function describePeer({ peer, unit, absent }: JudgedRow, theirs: Summary | null): string {
  if (peer === null) return 'NO PEER';
  if (absent === 'quick') return peer;
  return theirs ? `${peer}: ${withUnit(theirs.median, unit)}` : `NO PEER (${peer})`;
}

function describeSpread(summary: Summary | null, unit: string): string {
  if (!summary || summary.count < 2) return '–';
  const { q1, q3, min, max } = summary;
  return `${toNumber(q1)}–${toNumber(q3)} (${toNumber(min)}–${toNumber(max)})${unit === '' ? '' : ` ${unit}`}`;
}

function describeGoal({ goal, better, unit }: JudgedRow): string {
  if (!goal) return 'none';
  const sign = better === 'lower' ? '≤' : '≥';
  return [
    ...(goal.ratio === undefined ? [] : [`${sign} ${toNumber(goal.ratio)} ×`]),
    ...(goal.limit === undefined ? [] : [`${sign} ${withUnit(goal.limit, unit)}`]),
  ].join(', ');
}

function describeUsage({ usage: { ours, theirs }, isExact }: JudgedRow, of: (usage: Usage) => string): string {
  if (!ours || isExact) return '–';
  return theirs ? `${of(ours)} / ${of(theirs)}` : of(ours);
}

function toMib(bytes: number): string {
  return `${toNumber(Math.round(bytes / 1024 ** 2))} MiB`;
}
