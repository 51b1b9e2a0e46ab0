/** The picture containers Dropforge reads. */
export type ImageContainer = 'png' | 'jpeg' | 'webp' | 'bmp' | 'tiff';

/** Longest signature looked at, in bytes. */
const SIGNATURE_BYTES = 12;

/**
 * The container by its first bytes, whatever the file is called; null: none that Dropforge reads.
 * Sources: PNG 5.2, JFIF 1.02 (SOI + marker), RFC 9649 (RIFF/WEBP), TIFF 6.0 section 2, BITMAPFILEHEADER.
 */
export function sniffImageFormat(bytes: Uint8Array): ImageContainer | null {
  const head = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'tiff';
  if (head.startsWith('BM') && bytes.length >= 26) return 'bmp';
  return null;
}
