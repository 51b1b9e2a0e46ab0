import { findTemporaryEnding } from '../../src-shared/delivery/temporary-names.ts';

/** Maximum length of a base name in bytes; leaves room for a version, an extension and the `.part` of a write in progress. */
const LONGEST_BYTES = 120;

/** Device names of Windows; those of the console end in a dollar sign. */
const RESERVED = /^(con|conin\$|conout\$|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/**
 * Control, separator and shell-hostile characters, and all that is invisible: bidirectional marks, zero-width and tag
 * characters, fillers, variation selectors that do not follow an emoji.
 */
const UNSAFE =
  /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u202f\u2800\ufff9-\uffff\\/:*?"<>|]|(?<!\p{Extended_Pictographic})[\ufe0e\ufe0f]/gu;

/**
 * A file's base name that is safe on every system: NFC, at most 120 bytes, no separators, no reserved names, no
 * trailing dot or space, no dash at the start, which programs take for an option, not the name of a temporary file, which
 * bridges ignore, never empty. The extension is removed; letters, emoji and inner dots are kept.
 */
export function toSafeBaseName(fileName: string): string {
  const lastPart = fileName.split(/[\\/]/).at(-1) ?? '';
  const withoutEnding = lastPart.replace(/(?!^)\.[^.]{1,8}$/, '');
  const cleaned = trim(withoutEnding.toWellFormed().normalize('NFC').replace(UNSAFE, '_'));
  const unmarked = cleaned.replace(/^[-~]+/, (marks) => '_'.repeat(marks.length));
  const short = shorten(unmarked);
  const allowed = toPermanent(isReserved(short) ? shorten(`_${short}`) : short);
  return allowed === '' || /^_+$/.test(allowed) ? 'model' : allowed;
}

/** The `n`th variant of a name: itself, then `name (2)`, `name (3)` … */
export function versionedName(baseName: string, version: number): string {
  return version <= 1 ? baseName : `${baseName} (${version})`;
}

/** True for the name of a device of Windows, whatever stands behind its first dot. */
function isReserved(name: string): boolean {
  return RESERVED.test(name.split('.')[0]?.trim() ?? '');
}

/** Replaces the mark of a temporary file at the end of a name. */
function toPermanent(name: string): string {
  const ended = name.replace(/(?<!~)~+$/, (marks) => '_'.repeat(marks.length));
  const ending = findTemporaryEnding(ended);
  return ending === null ? ended : `${ended.slice(0, -ending.length)}_${ended.slice(1 - ending.length)}`;
}

function shorten(name: string): string {
  return trim(clip(name, LONGEST_BYTES));
}

function trim(text: string): string {
  return text.replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '');
}

/** Truncates to a number of UTF-8 bytes without splitting code points. */
function clip(text: string, bytes: number): string {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += Buffer.byteLength(character);
    if (used > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
