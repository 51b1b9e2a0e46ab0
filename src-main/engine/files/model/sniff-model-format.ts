import { sniffContainer } from '../../../../src-shared/formats/containers.ts';
import { isBinaryStl } from '../../../../src-shared/formats/stl-file.ts';
import type { ModelFile } from '../zip/model-file.ts';

/** Type of a model file by its bytes; `zip` is an archive whose content decides, `usd` a layer outside of a USDZ. */
export type ImportFormat = 'glb' | 'gltf' | 'fbx' | 'obj' | 'stl' | 'zip' | 'usd';

/** Number of bytes that suffice to detect a format. */
export const MODEL_HEAD_BYTES = 64 * 1024;

/** Detects the format by the content, whatever the file name. Returns null for unsupported ones. */
export function sniffModelFormat(bytes: Uint8Array): ImportFormat | null {
  return sniffModelHead(bytes, bytes.length);
}

/** Detects the format of a file without reading all of it. */
export async function sniffModelFile(file: ModelFile): Promise<ImportFormat | null> {
  return sniffModelHead(await file.head(MODEL_HEAD_BYTES), file.size);
}

/** Detects the format of a file of `size` bytes by its beginning. */
export function sniffModelHead(bytes: Uint8Array, size: number): ImportFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MODEL_HEAD_BYTES)).toString('latin1');
  const container = sniffContainer(bytes);
  if (container === 'glb' || container === 'fbx' || container === 'zip') return container;
  if (container === 'usdc' || container === 'usda') return 'usd';
  // A binary STL may begin with any text, including `solid`; its length identifies it.
  if (isBinaryStl(bytes, size)) return 'stl';
  return head.includes('\0') ? null : sniffText(head.replace(/^\xef\xbb\xbf/, ''));
}

function sniffText(head: string): ImportFormat | null {
  if (/^\s*\{/.test(head)) return head.includes('"asset"') || head.length === MODEL_HEAD_BYTES ? 'gltf' : null;
  if (/^\s*solid\b/i.test(head) && /\b(facet|endsolid)\b/i.test(head)) return 'stl';
  if (/^[ \t\r\n]{0,9};[ \t]*FBX[ \t]+\d/i.test(head) || /^[ \t]*FBXHeaderExtension[ \t]*:/m.test(head)) return 'fbx';
  return /^[ \t]*v[ \t]+[-+.\d]/m.test(head) ? 'obj' : null;
}
