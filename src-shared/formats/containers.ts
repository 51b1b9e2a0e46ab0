/** A file container that can be identified by its first bytes. */
export type Container =
  | 'png'
  | 'jpeg'
  | 'webp'
  | 'bmp'
  | 'tiff'
  | 'gif'
  | 'avif'
  | 'heic'
  | 'ktx2'
  | 'glb'
  | 'fbx'
  | 'zip'
  | 'usdc'
  | 'usda'
  | 'ply';

/** Number of leading bytes that `sniffContainer` reads. */
export const SIGNATURE_BYTES = 32;

/**
 * Signatures as Latin-1 text; all parts of one row have to match at their offsets.
 * Sources: PNG 5.2, JPEG (ITU T.81, B.1), RFC 9649 (WebP), BITMAPFILEHEADER, TIFF 6.0 section 2, GIF89a, AVIF 1.1
 * and HEIF (ISO/IEC 23008-12) by their brands, KTX 2.0 section 3.1, glTF 2.0
 * section 4.4.2, Blender’s FBX exporter, APPNOTE 4.3.7 and 4.3.16 (ZIP), OpenUSD, Turk’s PLY.
 */
const SIGNATURES: readonly (readonly [container: Container, ...parts: (readonly [offset: number, text: string])[]])[] =
  [
    ['png', [0, '\x89PNG\r\n\x1a\n']],
    ['jpeg', [0, '\xff\xd8\xff']],
    ['webp', [0, 'RIFF'], [8, 'WEBP']],
    ['tiff', [0, 'II*\0']],
    ['tiff', [0, 'MM\0*']],
    ['gif', [0, 'GIF87a']],
    ['gif', [0, 'GIF89a']],
    ['avif', [4, 'ftypavif']],
    ['avif', [4, 'ftypavis']],
    ['heic', [4, 'ftyphe']],
    ['heic', [4, 'ftypmif1']],
    ['heic', [4, 'ftypmsf1']],
    ['ktx2', [0, '\xabKTX 20\xbb\r\n\x1a\n']],
    ['glb', [0, 'glTF']],
    ['fbx', [0, 'Kaydara FBX Binary  \0']],
    ['zip', [0, 'PK\x03\x04']],
    ['zip', [0, 'PK\x05\x06']],
    ['usdc', [0, 'PXR-USDC']],
    ['usda', [0, '#usda']],
    ['ply', [0, 'ply\n']],
    ['ply', [0, 'ply\r\n']],
    ['bmp', [0, 'BM']],
  ];

/** Identifies the container of a file by its first bytes, regardless of its name; null: unknown. */
export function sniffContainer(head: Uint8Array): Container | null {
  const isAt = ([offset, text]: readonly [number, string]): boolean =>
    [...text].every((character, index) => head[offset + index] === character.charCodeAt(0));
  for (const [container, ...parts] of SIGNATURES) if (parts.every(isAt)) return container;
  return null;
}
