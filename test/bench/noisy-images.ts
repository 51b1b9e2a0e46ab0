import path from 'node:path';
import sharp from 'sharp';

/** Writes different JPEG images of `pixels` × `pixels` with noise, `0.jpg` and so on; returns their paths. */
export function writeNoisyImages(folder: string, count: number, pixels: number): Promise<string[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const file = path.join(folder, `${index}.jpg`);
      const image = sharp({ create: { width: pixels, height: pixels, channels: 3, background: 'white', noise } });
      await image.jpeg().toFile(file);
      return file;
    }),
  );
}
