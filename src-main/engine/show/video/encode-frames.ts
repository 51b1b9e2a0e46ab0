import type { Image } from '../../base/image/image.ts';

/**
 * Encodes images in order, each while the next one is being rendered: rendering runs in this thread, encoding in
 * another.
 */
export async function encodeFrames<Encoded>(
  images: AsyncIterable<Image>,
  encode: (image: Image) => Promise<Encoded>,
): Promise<Encoded[]> {
  const encoded: Encoded[] = [];
  let running: Promise<Encoded> | null = null;
  for await (const image of images) {
    if (running) encoded.push(await running);
    running = encode(image);
  }
  if (running) encoded.push(await running);
  return encoded;
}
