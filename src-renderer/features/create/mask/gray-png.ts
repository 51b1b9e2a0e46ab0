import type { PaintedMask } from './paint-mask.ts';

/** Decodes an image in base64 for drawing. */
export async function decodeImage(base64: string, type: 'image/png' | 'image/webp'): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type }));
}

/** Reads a gray PNG as a mask of a size. */
export async function readGrayPng(base64: string, width: number, height: number): Promise<PaintedMask> {
  const image = await decodeImage(base64, 'image/png');
  const context = createContext(width, height);
  context.drawImage(image, 0, 0, width, height);
  image.close();
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data: Uint8Array.from({ length: width * height }, (_, i) => data[4 * i]!) };
}

/** Writes a mask as an opaque gray PNG in base64. */
export function writeGrayPng({ width, height, data }: PaintedMask): string {
  const context = createContext(width, height);
  const pixels = context.createImageData(width, height);
  for (let i = 0; i < data.length; i++) pixels.data.set([data[i]!, data[i]!, data[i]!, 255], 4 * i);
  context.putImageData(pixels, 0, 0);
  return context.canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
}

function createContext(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
}
