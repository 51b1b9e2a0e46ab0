/** A run of text in a block. */
interface Span {
  readonly kind: 'text' | 'strong' | 'code';
  readonly text: string;
}

/** Text of a paragraph, item or cell. */
export type GuideLine = readonly Span[];

/** A block of a section. */
type GuideBlock =
  | { readonly kind: 'heading'; readonly line: GuideLine }
  | { readonly kind: 'paragraph'; readonly line: GuideLine }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly GuideLine[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly GuideLine[]; readonly rows: readonly (readonly GuideLine[])[] };

/** A section of a page of `docs`. */
export interface GuideText {
  readonly title: string;
  readonly blocks: readonly GuideBlock[];
}

/** Returns the anchor of a heading, as on GitHub: `Change settings` → `change-settings`. */
function toAnchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/gu, '-');
}

/**
 * Returns the section of a Markdown page below the heading with an anchor, subsections included; null if there is none.
 * A page in another language names its headings with `<a id="anchor"></a>` above them.
 * Reads what the pages of `docs` use: headings, paragraphs, lists, tables, fenced code; images are left out.
 */
export function findGuideSection(markdown: string, anchor: string): GuideText | null {
  const all = markdown.split('\n');
  const marked = all.indexOf(`<a id="${anchor}"></a>`);
  // A mark stands above the heading that it names, and belongs to no section.
  const lines = (marked === -1 ? all : all.slice(marked)).filter((line) => !line.startsWith('<a id='));
  const isWanted = (line: string) => levelOf(line) > 0 && (marked !== -1 || toAnchor(titleOf(line)) === anchor);
  const start = lines.findIndex(isWanted);
  const heading = lines[start];
  if (heading === undefined) return null;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => levelOf(line) > 0 && levelOf(line) <= levelOf(heading));
  return { title: titleOf(heading), blocks: parseBlocks(end === -1 ? rest : rest.slice(0, end)) };
}

function levelOf(line: string): number {
  return /^(#{1,6}) /.exec(line)?.[1]?.length ?? 0;
}

function titleOf(line: string): string {
  return line.replace(/^#+ /, '').trim();
}

function parseBlocks(lines: readonly string[]): GuideBlock[] {
  // Fenced code may hold empty lines; every other block ends at one. Odd parts are the code, with its language first.
  const parts = lines.join('\n').trim().split(/^```/m);
  return parts.flatMap((part, at) => {
    if (at % 2 === 1) return [{ kind: 'code', text: part.slice(part.indexOf('\n') + 1).trimEnd() }];
    return part
      .replaceAll(/^(#{2,6} .*)$/gm, '\n$1\n')
      .split(/\n{2,}/)
      .map((block) => block.trim())
      .filter((block) => block !== '' && !block.startsWith('!['))
      .map(parseBlock);
  });
}

function parseBlock(block: string): GuideBlock {
  if (levelOf(block) > 0) return { kind: 'heading', line: parseSpans(titleOf(block)) };
  if (block.startsWith('|')) {
    const [head = [], , ...rows] = block.split('\n').map(parseCells);
    return { kind: 'table', head, rows };
  }
  const marker = /^(?:- |\d+\. )/;
  if (marker.test(block)) {
    const items = block.split(/\n(?=- |\d+\. )/).map((item) => parseSpans(item.replace(marker, '')));
    return { kind: 'list', ordered: /^\d/.test(block), items };
  }
  return { kind: 'paragraph', line: parseSpans(block) };
}

function parseCells(row: string): GuideLine[] {
  return row
    .replaceAll(/^\||\|$/g, '')
    .split('|')
    .map((cell) => parseSpans(cell.trim()));
}

/** Links become their text: their targets are pages beside the guide. */
function parseSpans(text: string): GuideLine {
  const plain = text.replaceAll(/\s+/g, ' ').replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1');
  return plain
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter(Boolean)
    .map((part): Span => {
      if (part.startsWith('**')) return { kind: 'strong', text: part.slice(2, -2) };
      return part.startsWith('`') ? { kind: 'code', text: part.slice(1, -1) } : { kind: 'text', text: part };
    });
}
