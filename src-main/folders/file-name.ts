/** Maximum length of a base name in bytes; leaves room for a version, an extension and the `.part` of a write in progress. */
const LONGEST_BYTES = 120;

const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/** Control, separator and shell-hostile characters, bidirectional marks and zero-width characters. */
const UNSAFE =
  // eslint-disable-next-line no-control-regex -- control characters are removed here
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\uffff\\/:*?"<>|]/g;

/**
 * A file's base name that is safe on every system: NFC, at most 120 bytes, no separators, no reserved names, no
 * trailing dot or space, never empty. The extension is removed; letters, emoji and inner dots are kept.
 */
export function toSafeBaseName(fileName: string): string {
  const lastPart = fileName.split(/[\\/]/).at(-1) ?? '';
  const withoutEnding = lastPart.replace(/(?!^)\.[^.]{1,8}$/, '');
  const cleaned = trim(withoutEnding.toWellFormed().normalize('NFC').replace(UNSAFE, '_'));
  const allowed = RESERVED.test(cleaned.split('.')[0]?.trim() ?? '') ? `_${cleaned}` : cleaned;
  const trimmed = trim(clip(allowed, LONGEST_BYTES));
  return trimmed === '' || /^_+$/.test(trimmed) ? 'model' : trimmed;
}

/** The `n`th variant of a name: itself, then `name (2)`, `name (3)` … */
export function versionedName(baseName: string, version: number): string {
  return version <= 1 ? baseName : `${baseName} (${version})`;
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
