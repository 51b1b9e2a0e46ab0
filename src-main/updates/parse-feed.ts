import { AppError } from '../../src-shared/base/errors.ts';
import type { Release } from '../../src-shared/settings/update-settings.ts';
import { message } from '../../src-shared/messages/message.ts';

/** Longer release notes are cut. */
const MAX_NOTES_LENGTH = 20_000;

/** Indentation that is removed from a block, at most. */
const MAX_INDENT = 80;

/** Plain scalars that mean null. */
const NULL_SCALAR = /^(?:~|null|Null|NULL)?$/;

/**
 * Parses a feed of electron-builder's `generic` provider (`latest.yml`): the top-level fields `version`, `releaseDate` and
 * `releaseNotes` as plain, quoted or block scalars; lists such as `files` are ignored. Throws `updates_unknown` if there is
 * no version.
 */
export function parseFeed(text: string): Release {
  const fields = readFields(text);
  const version = fields.get('version')?.trim() ?? '';
  if (!/^v?\d+\.\d+\.\d+/.test(version) || version.length > 100) {
    throw new AppError('updates_unknown', message('updates.no-version'));
  }
  const released = Date.parse(fields.get('releaseDate') ?? '');
  const notes = (fields.get('releaseNotes') ?? '').trim();
  return { version, releasedAt: Number.isNaN(released) ? null : released, notes: notes.slice(0, MAX_NOTES_LENGTH) };
}

/** The top-level scalars by key; the first one wins for a repeated key. */
function readFields(text: string): Map<string, string> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const fields = new Map<string, string>();
  for (let at = 0; at < lines.length; at++) {
    const [, key, rest = ''] = /^([A-Za-z]\w{0,60}):(?:[ \t](.*))?$/.exec(lines[at] ?? '') ?? [];
    if (key === undefined) continue;
    const inner: string[] = [];
    while (at + 1 < lines.length && /^(?:[ \t]|$)/.test(lines[at + 1] ?? '')) inner.push(lines[++at] ?? '');
    const value = readScalar(rest.trim(), inner);
    if (value !== null && !fields.has(key)) fields.set(key, value);
  }
  return fields;
}

/** Reads one scalar (YAML 1.2, sections 7.3 and 8.1); null for anything else, such as a list. */
function readScalar(head: string, inner: readonly string[]): string | null {
  const [, style] = /^([|>])[+-]?\d?[+-]?(?:\s+#.*)?$/.exec(head) ?? [];
  if (style !== undefined) return readBlock(inner, style === '>');
  // Continuation lines are joined with a space.
  const whole = [head, ...inner.map((line) => line.trim())].join(' ').trim();
  if (head.startsWith('"')) return readQuoted(whole);
  if (head.startsWith("'")) return /^'((?:[^']|'')*)'/.exec(whole)?.[1]?.replaceAll("''", "'") ?? null;
  if (/^[[{&*!|>%@`-]/.test(head) || inner.some((line) => /^\s*(?:- |\w+:\s)/.test(line))) return null;
  const plain = whole.replace(/\s#.*$/s, '').trim();
  return NULL_SCALAR.test(plain) ? null : plain;
}

/** The lines of a block without their common indentation; a folded block joins the lines of a paragraph. */
function readBlock(inner: readonly string[], isFolded: boolean): string {
  const indent = inner
    .filter((line) => line.trim() !== '')
    .reduce((least, line) => Math.min(least, line.length - line.trimStart().length), MAX_INDENT);
  const text = inner.map((line) => line.slice(indent)).join('\n');
  return isFolded ? text.replaceAll(/(?<![\n])\n(?![\n ]|$)/g, ' ') : text;
}

/** Double-quoted scalars use JSON escapes; text with other escapes is kept as it is. */
function readQuoted(text: string): string | null {
  const [quoted] = /^"(?:[^"\\]|\\.)*"/.exec(text) ?? [];
  if (quoted === undefined) return null;
  try {
    return JSON.parse(quoted.replaceAll('\t', ' ')) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}
