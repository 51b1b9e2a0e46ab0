import { sniffImageFormat } from '../engine/base/image/sniff-image-format.ts';
import { sniffPackage } from '../readers/inspect/sniff-model.ts';
import { isHtml } from './is-html.ts';

/** Number of leading bytes that detection needs. */
export const DETECTION_BYTES = 64 * 1024;

/** Type of a file by its content: an image or a model with its extension, a web page, or an unsupported file. */
export type DetectedFileType =
  | {
      readonly kind: 'image' | 'model';
      readonly extension: string;
      /** Exact size in bytes, for formats whose header determines it. */
      readonly bytes?: number;
    }
  | { readonly kind: 'page' }
  | { readonly kind: 'unknown' };

const IMAGE_EXTENSIONS = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  bmp: 'bmp',
  tiff: 'tif',
  gif: 'gif',
  avif: 'avif',
} as const;

/** Detects the type of a file by its first bytes; its name and media type are ignored. */
export async function detectFileType(head: Buffer): Promise<DetectedFileType> {
  const image = sniffImageFormat(head);
  if (image) return { kind: 'image', extension: IMAGE_EXTENSIONS[image] };
  const text = head.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  if (isHtml(text)) return { kind: 'page' };
  // Loaded on demand: it pulls in the model readers, which nothing else in this process needs.
  const { sniffModelFormat } = await import('../engine/files/model/sniff-model-format.ts');
  const model = sniffModelFormat(head);
  if (model === 'zip') return detectPackage(head);
  if (model === 'usd') return { kind: 'unknown' };
  // A text STL contains no zero bytes.
  if (model === null || (model === 'stl' && head.includes(0))) return detectStl(head);
  return { kind: 'model', extension: model };
}

function detectPackage(head: Buffer): DetectedFileType {
  const extension = sniffPackage(head);
  return extension === 'zip' ? { kind: 'unknown' } : { kind: 'model', extension };
}

/** A binary STL is detected by its size: an 80-byte header, the triangle count, and 50 bytes per triangle. */
function detectStl(head: Buffer): DetectedFileType {
  const triangles = head.byteLength >= 84 ? head.readUInt32LE(80) : 0;
  const bytes = 84 + 50 * triangles;
  return triangles > 0 && bytes >= head.byteLength ? { kind: 'model', extension: 'stl', bytes } : { kind: 'unknown' };
}
