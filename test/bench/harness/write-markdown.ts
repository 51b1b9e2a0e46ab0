import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { toTableLine } from './format-table.ts';
import type { JudgedRow } from './judge-row.ts';
import { describeMachine, type Report } from './report.ts';

/** Writes the table of a report between the markers of a document, and keeps the rest of it. */
export async function writeMarkdown(file: string, report: Report): Promise<void> {
  const text = replaceBetween(readFileSync(file, 'utf8'), 'bench', toMarkdown(report));
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
}

/** Replaces what lies between `<!-- NAME -->` and `<!-- /NAME -->`; throws where the markers are missing. */
export function replaceBetween(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The document has no ${start} … ${end}.`);
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}

/** One table for each group, below the machine that they were measured on. */
export function toMarkdown(report: Report): string {
  const groups = Map.groupBy(report.rows, ({ id }) => id.split('/').slice(0, -1).join('/'));
  const kind = report.isQuick ? 'A quick run: small work, few runs' : 'A full run';
  const tables = [...groups].map(([name, rows]) => `### ${name}\n\n${toTable(rows)}`);
  return [`${kind}. ${describeMachine(report)}.`, ...tables].join('\n\n');
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
