import { sniffContainer } from '../../../../src-shared/formats/containers.ts';

/** Image containers that Dropforge reads. */
export type ImageContainer = 'png' | 'jpeg' | 'webp' | 'bmp' | 'tiff' | 'gif' | 'avif';

const IMAGE_CONTAINERS: ReadonlySet<string> = new Set<ImageContainer>([
  'png',
  'jpeg',
  'webp',
  'bmp',
  'tiff',
  'gif',
  'avif',
]);

/** Size of the smallest BMP header; the two-letter signature alone is not sufficient. */
const BMP_HEADER_BYTES = 26;

/** Detects the image container by its first bytes, whatever the file name; null if it is unsupported. */
export function sniffImageFormat(bytes: Uint8Array): ImageContainer | null {
  const container = sniffContainer(bytes);
  if (container === null || !isImageContainer(container)) return null;
  return container === 'bmp' && bytes.length < BMP_HEADER_BYTES ? null : container;
}

function isImageContainer(container: string): container is ImageContainer {
  return IMAGE_CONTAINERS.has(container);
}
