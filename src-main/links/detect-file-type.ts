import { sniffImageFormat } from '../engine/base/image/sniff-image-format.ts';
import { sniffPackage } from '../pipeline/inspect/sniff-model.ts';

/** So much of a file tells what it is. */
export const DETECTION_BYTES = 64 * 1024;

/** What the bytes of a file are: something to make a job of, by the ending it gets; a page; or nothing Dropforge reads. */
export type DetectedFileType =
  | {
      readonly kind: 'picture' | 'model';
      readonly ending: string;
      /** The only length it may have. */ readonly bytes?: number;
    }
  | { readonly kind: 'page' }
  | { readonly kind: 'nothing' };

const PICTURE_ENDINGS = { png: 'png', jpeg: 'jpg', webp: 'webp', bmp: 'bmp', tiff: 'tif' } as const;

/** How a page begins (WHATWG MIME Sniffing, 7.1), comments and an XML declaration before it aside. */
const PAGE =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|script|style|iframe|table|div|h1|br|p|a)\b/i;

/** Tells a file by its first bytes, all of them where it is short; what its name or its server says counts for nothing. */
export async function detectFileType(head: Buffer): Promise<DetectedFileType> {
  const picture = sniffImageFormat(head);
  if (picture) return { kind: 'picture', ending: PICTURE_ENDINGS[picture] };
  const text = head.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  if (PAGE.test(text)) return { kind: 'page' };
  // It brings readers of models along, which nothing else in this process needs.
  const { sniffModelFormat } = await import('../engine/files/model/sniff-model-format.ts');
  const model = sniffModelFormat(head);
  if (model === 'zip') return recognisePackage(head);
  if (model === 'usd') return { kind: 'nothing' };
  return model === null ? recogniseStl(head) : { kind: 'model', ending: model };
}

function recognisePackage(head: Buffer): DetectedFileType {
  const ending = sniffPackage(head);
  return ending === 'zip' ? { kind: 'nothing' } : { kind: 'model', ending };
}

/** A binary STL is told by its length alone: 80 bytes of anything, the number of triangles, 50 bytes for each. */
function recogniseStl(head: Buffer): DetectedFileType {
  const triangles = head.byteLength >= 84 ? head.readUInt32LE(80) : 0;
  const bytes = 84 + 50 * triangles;
  return triangles > 0 && bytes >= head.byteLength ? { kind: 'model', ending: 'stl', bytes } : { kind: 'nothing' };
}
