import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describeGrowth } from '../growth/describe-growth.ts';
import { toTableLine } from './format-table.ts';
import type { JudgedRow } from './judge-row.ts';
import { describeMachine, type Report } from './report.ts';

/**
 * Writes a table for each measured group between the markers of a document, and the growth curves with their picture
 * beside it. Tables of other groups stay as they are.
 */
export async function writeMarkdown(file: string, report: Report): Promise<void> {
  let text = replaceBetween(readFileSync(file, 'utf8'), 'bench', (old) => mergeTables(old, report));
  const growth = describeGrowth(report.rows);
  if (growth) {
    const name = 'growth.svg';
    writeFileSync(path.join(path.dirname(file), name), growth.picture);
    const words = `${describeMachine(report)}.\n\n![Time by size](${name})\n\n${growth.table}`;
    text = replaceBetween(text, 'growth', () => words);
  }
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

/** The tables of the groups that a report measured, each below the machine, among the older tables of other groups. */
export function mergeTables(old: string, report: Report): string {
  const isKept = ({ absent }: JudgedRow): boolean => absent !== 'failed';
  const rows = report.rows.filter((row) => isKept(row) && !row.id.startsWith('growth/'));
  const groups = Map.groupBy(rows, ({ id }) => id.split('/').slice(0, -1).join('/'));
  const older = old.split(/^(?=### )/m).filter((part) => part.startsWith('### '));
  const tables = new Map(older.map((part) => [part.slice(4, part.indexOf('\n')).trim(), part.trim()]));
  for (const [name, of] of groups) tables.set(name, `### ${name}\n\n${describeMachine(report)}.\n\n${toTable(of)}`);
  return [...tables.values()].join('\n\n');
}

function toTable(rows: readonly JudgedRow[]): string {
  const head = ['Measurement', 'Dropforge', 'Peer', 'Ratio', 'Quartiles (extremes)', 'Goal', 'Verdict'];
  const cells = rows
    .map(toTableLine)
    .map(({ what, ours, peer, ratio, spread, goal, verdict }) => [what, ours, peer, ratio, spread, goal, verdict]);
  const toLine = (line: readonly string[]): string =>
    `| ${line.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [head, head.map(() => '---'), ...cells].map(toLine).join('\n');
}
