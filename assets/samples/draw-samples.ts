import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { FOX } from './fox.ts';
import { MUG } from './mug.ts';
import { ROCKET } from './rocket.ts';

/** Side of a sample picture, in pixels. */
const SIZE = 1024;

/** Every sample by name: the SVG it is drawn from, 1024 units square, on a transparent ground. */
const SAMPLES: Readonly<Record<string, string>> = { fox: FOX, mug: MUG, rocket: ROCKET };

/** Draws every sample into a folder as a PNG of 1024 × 1024 pixels; the same pixels every time. */
export async function drawSamples(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, svg] of Object.entries(SAMPLES)) {
    await sharp(Buffer.from(svg))
      .resize(SIZE, SIZE)
      .png({ compressionLevel: 9 })
      .toFile(join(folder, `${name}.png`));
  }
}

if (import.meta.main) await drawSamples(resolve(process.argv[2] ?? import.meta.dirname));
