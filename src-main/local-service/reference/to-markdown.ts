import type { ReferenceSection, ReferenceTable } from './build-reference.ts';

/** Parts of the reference as Markdown. */
export function toMarkdown(title: string, intro: string, parts: readonly ReferenceSection[]): string {
  return [`# ${title}`, intro, ...parts.flatMap((part) => toBlocks(part, 2))].join('\n\n') + '\n';
}

function toBlocks({ title, text, tables, code, points, parts }: ReferenceSection, level: number): string[] {
  return [
    `${'#'.repeat(level)} ${title}`,
    ...(text ?? []),
    ...(tables ?? []).map(toTable),
    ...(code === undefined ? [] : [`\`\`\`json\n${code}\n\`\`\``]),
    ...(points ? [points.map((point) => `- ${point}`).join('\n')] : []),
    ...(parts ?? []).flatMap((part) => toBlocks(part, level + 1)),
  ];
}

function toTable({ head, rows }: ReferenceTable): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
