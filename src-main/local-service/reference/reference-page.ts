import type { Part, Table } from './tables.ts';

/** Parts of the reference as one page of plain HTML, without script and without anything from elsewhere. */
export function toPage(title: string, intro: string, parts: readonly Part[]): string {
  const links = parts.map((part) => `<li><a href="#${anchor(part)}">${inline(part.title)}</a></li>`);
  const below = parts.flatMap((part) => part.parts ?? []);
  const more = below.map((part) => `<li><a href="#${anchor(part)}">${inline(part.title)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<link rel="stylesheet" href="/console/console.css">
</head>
<body>
<h1>${escape(title)}</h1>
<p>${inline(intro)} <a href="/openapi.json">OpenAPI</a> · <a href="/console">Console</a></p>
<nav><ul>${links.join('')}</ul><ul>${more.join('')}</ul></nav>
${parts.map((part) => toSection(part, 2)).join('\n')}
</body>
</html>
`;
}

function toSection(part: Part, level: number): string {
  const { title, text, tables, code, points, parts } = part;
  return [
    `<h${level} id="${anchor(part)}">${inline(title)}</h${level}>`,
    ...(text ?? []).map((sentence) => `<p>${inline(sentence)}</p>`),
    ...(tables ?? []).map(toTable),
    ...(code === undefined ? [] : [`<p><code>${escape(code)}</code></p>`]),
    ...(points ? [`<ul>${points.map((point) => `<li>${inline(point)}</li>`).join('')}</ul>`] : []),
    ...(parts ?? []).map((inner) => toSection(inner, level + 1)),
  ].join('\n');
}

function toTable({ head, rows }: Table): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${line(head, 'th')}</thead><tbody>${rows.map((row) => line(row, 'td')).join('')}</tbody></table>`;
}

function anchor({ title }: Part): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Text with `code` in backticks. */
function inline(text: string): string {
  return escape(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
