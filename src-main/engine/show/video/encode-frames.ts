import type { Image } from '../../base/image/image.ts';

/** Encodes pictures in their order, each while the next is being drawn: drawing takes this thread, encoding another. */
export async function encodeFrames<Encoded>(
  pictures: AsyncIterable<Image>,
  encode: (picture: Image) => Promise<Encoded>,
): Promise<Encoded[]> {
  const done: Encoded[] = [];
  let running: Promise<Encoded> | null = null;
  for await (const picture of pictures) {
    if (running) done.push(await running);
    running = encode(picture);
  }
  if (running) done.push(await running);
  return done;
}
