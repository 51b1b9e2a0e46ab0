import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** Writes an image of an asymmetric blue shape with a red spot, on transparent ground; answers its path. */
export async function writeSampleImage(folder: string, name = 'shape.png', edge = 256): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, await drawShape(edge));
  return file;
}

/** PNG bytes of that shape; square, `edge` pixels. */
export function drawShape(edge: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${edge}" height="${edge}">
    <path d="M20 90 L30 20 Q50 5 70 25 L85 90 Z" fill="#2f6fd0"/><circle cx="40" cy="45" r="9" fill="#d03a2f"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
