import type { ManifestFile } from '../../../src-shared/delivery/manifest.ts';
import type { Disk, OpenFile } from '../../base/files/disk.ts';

const HEAD_BYTES = 4096;
/** Length of a zip entry's local header before its name (APPNOTE 4.3.7), and the offsets of its fields. */
const ENTRY_BYTES = 30;
const METHOD_AT = 8;
const NAME_BYTES_AT = 26;
const EXTRA_BYTES_AT = 28;

/** Strings, comments, words and single characters of USD text. */
const TOKENS = /"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*|[\w:.+-]+|\S/g;

/**
 * Up axis and unit of a USDZ from the metadata of its root layer (USD, “Stage Metrics”), if that is text; unknown for a
 * binary layer, and for missing metadata.
 */
export async function readUsdSpace(
  { path }: { readonly path: string },
  disk: Disk,
): Promise<Pick<ManifestFile, 'upAxis' | 'metersPerUnit'>> {
  const file = await disk.open(path, 'read');
  try {
    return await readSpace(file);
  } finally {
    await file.close();
  }
}

async function readSpace(file: OpenFile): Promise<Pick<ManifestFile, 'upAxis' | 'metersPerUnit'>> {
  const head = Buffer.alloc(HEAD_BYTES);
  const bytes = head.subarray(0, await file.read(head, 0));
  if (bytes.byteLength < ENTRY_BYTES || bytes.readUInt16LE(METHOD_AT) !== 0)
    return { upAxis: null, metersPerUnit: null };
  const text = bytes.toString(
    'latin1',
    ENTRY_BYTES + bytes.readUInt16LE(NAME_BYTES_AT) + bytes.readUInt16LE(EXTRA_BYTES_AT),
  );
  const metadata = listMetadata(text);
  const valueOf = (name: string): string | undefined => {
    const at = metadata.findIndex((token, index) => token === name && metadata[index + 1] === '=');
    return at < 0 ? undefined : metadata[at + 2];
  };
  const axis = valueOf('upAxis')?.slice(1, -1);
  const unit = Number(valueOf('metersPerUnit'));
  return {
    upAxis: axis === 'Y' || axis === 'Z' ? axis : null,
    metersPerUnit: unit >= 1e-6 && unit <= 1e6 ? unit : null,
  };
}

/** Tokens of the metadata of a layer, without those of nested values; none if its end is not in the text. */
function listMetadata(text: string): string[] {
  const start = /^#usda 1\.0\s*\(/.exec(text)?.[0].length;
  const tokens: string[] = [];
  let depth = 0;
  for (const [token] of text.slice(start ?? text.length).matchAll(TOKENS)) {
    if ('([{'.includes(token)) depth++;
    else if (')]}'.includes(token)) depth--;
    else if (depth === 0) tokens.push(token);
    if (depth < 0) return tokens;
  }
  return [];
}
