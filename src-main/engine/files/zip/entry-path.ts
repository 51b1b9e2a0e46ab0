import { getFileNameLowLevel, validateFileName, type Entry } from 'yauzl';
import { decodeUndeclared } from '../text/decode-undeclared.ts';
import { resolvePath } from './archive-path.ts';

/** The extra field with the name in UTF-8 (APPNOTE 4.6.9). */
const UNICODE_PATH = 0x7075;

/**
 * Returns the path of an entry that was read with `decodeStrings: false`, `/` between folders, without `.`; null for a
 * folder. Finder writes UTF-8 and Windows the encoding of the country, both without the flag; the last resort is code page
 * 437 (APPNOTE, appendix D). Throws Error for a path that is absolute or leads out of the archive.
 */
export function readEntryPath({ fileNameRaw, extraFields, generalPurposeBitFlag }: Entry): string | null {
  const isDeclared = extraFields.some(({ id }) => id === UNICODE_PATH);
  const name = isDeclared
    ? getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
    : decodeUndeclared(fileNameRaw, () => getFileNameLowLevel(0, fileNameRaw, [], true)).replaceAll('\\', '/');
  const fault = validateFileName(name);
  if (fault !== null) throw new Error(fault);
  return name.endsWith('/') ? null : resolvePath(name, '') || null;
}
