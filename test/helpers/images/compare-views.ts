import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** Blurred and small, an image says where things stand and not which font or driver drew them. */
const WIDTH = 360;
const BLUR = 2.5;
/** Levels of 255 by which a pixel may differ before it counts. */
const TOLERANCE = 20;

/** How a view differs from the image that is kept of it. */
export interface ViewDifference {
  /** Share of the pixels that differ. */
  readonly share: number;
  /** Where the image as it is was written. */
  readonly shown: string;
}

/**
 * Compares a screenshot with the image that is kept of its view, and writes it into `shownFolder`. With UPDATE_VIEWS set it
 * becomes the kept one: a PNG as it is, for people to look at, another format small.
 */
export async function compareView(screenshot: Buffer, kept: string, shownFolder: string): Promise<ViewDifference> {
  const { name, ext } = path.parse(kept);
  await mkdir(shownFolder, { recursive: true });
  const shown = path.join(shownFolder, `${name}.png`);
  await writeFile(shown, screenshot);
  if (process.env['UPDATE_VIEWS']) {
    await mkdir(path.dirname(kept), { recursive: true });
    const small = sharp(screenshot)
      .resize({ width: 2 * WIDTH })
      .webp({ quality: 70 });
    await writeFile(kept, ext === '.png' ? screenshot : await small.toBuffer());
  }
  return { share: await differingShare(screenshot, await readFile(kept)), shown };
}

/** Share of the pixels that differ between two images of one view, 0 to 1; 1 when they differ in form. */
export async function differingShare(one: Buffer, other: Buffer): Promise<number> {
  const [form, otherForm] = await Promise.all([formOf(one), formOf(other)]);
  if (Math.abs(form / otherForm - 1) > 0.01) return 1;
  const height = Math.round(WIDTH * form);
  const [a, b] = await Promise.all([toSketch(one, height), toSketch(other, height)]);
  let differing = 0;
  for (let i = 0; i < a.length; i++) if (Math.abs(a[i]! - b[i]!) > TOLERANCE) differing++;
  return differing / a.length;
}

/** Height over width. */
async function formOf(picture: Buffer): Promise<number> {
  const { width, height } = await sharp(picture).metadata();
  return height / width;
}

function toSketch(picture: Buffer, height: number): Promise<Buffer> {
  return sharp(picture)
    .removeAlpha()
    .greyscale()
    .resize({ width: WIDTH, height, fit: 'fill' })
    .blur(BLUR)
    .raw()
    .toBuffer();
}
