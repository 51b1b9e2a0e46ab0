import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { CAUSES } from '../causes.ts';
import { describeGrowth } from '../growth/describe-growth.ts';
import { toTableLine } from './format-table.ts';
import type { JudgedRow } from './judge-row.ts';
import { describeMachine, type Report } from './report.ts';

/** Replaces the tables between the markers of a document, and the growth curves with their picture beside it. */
export async function writeMarkdown(file: string, report: Report): Promise<void> {
  const machine = `${describeMachine(report)}.`;
  const tables = describeGroups(report.rows, CAUSES);
  let text = replaceBetween(readFileSync(file, 'utf8'), 'bench', () => `${machine}\n\n${tables}`);
  const growth = describeGrowth(report.rows);
  const name = 'growth.svg';
  if (growth.picture !== null) writeFileSync(path.join(path.dirname(file), name), growth.picture);
  const picture = growth.picture === null ? [] : [`![Time by size](${name})`];
  text = replaceBetween(text, 'growth', () => [machine, ...picture, growth.table].join('\n\n'));
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
}

/** Replaces what lies between `<!-- NAME -->` and `<!-- /NAME -->`; throws where the markers are missing. */
export function replaceBetween(text: string, name: string, replace: (old: string) => string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The document has no ${start} … ${end}.`);
  const old = text.slice(from + start.length, to).trim();
  return `${text.slice(0, from + start.length)}\n\n${replace(old)}\n\n${text.slice(to)}`;
}

/**
 * A table for each group, failed rows and rows without a peer too, and below it why rows are behind; `causes`: by the ids of
 * the rows. The growth curves have a place of their own.
 */
export function describeGroups(all: readonly JudgedRow[], causes: Readonly<Record<string, string>>): string {
  const rows = all.filter(({ id }) => !id.startsWith('growth/'));
  const groups = Map.groupBy(rows, ({ id }) => id.split('/').slice(0, -1).join('/'));
  return [...groups]
    .map(([name, of]) => [`### ${name}`, toTable(of), ...listCauses(of, causes)].join('\n\n'))
    .join('\n\n');
}

function listCauses(rows: readonly JudgedRow[], causes: Readonly<Record<string, string>>): string[] {
  const behind = rows.filter(({ verdict }) => verdict === 'missed');
  if (behind.length === 0) return [];
  return [behind.map(({ id, what }) => `- ✗ ${what}: ${causes[id] ?? 'cause not known.'}`).join('\n')];
}

const COLUMNS = {
  what: 'Measurement',
  ours: 'Dropforge',
  peer: 'Peer',
  ratio: 'Ratio',
  spread: 'Quartiles (extremes)',
  goal: 'Goal',
  verdict: 'Verdict',
  cpu: 'Processor time',
  memory: 'Memory',
  written: 'Written',
} as const;

function toTable(rows: readonly JudgedRow[]): string {
  const columns = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const head = Object.values(COLUMNS);
  const cells = rows.map(toTableLine).map((line) => columns.map((column) => line[column]));
  const toLine = (line: readonly string[]): string =>
    `| ${line.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [head, head.map(() => '---'), ...cells].map(toLine).join('\n');
}
