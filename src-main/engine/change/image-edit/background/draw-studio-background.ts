import type { Image } from '../../../base/image/image.ts';
import type { Rgb } from '../../../base/material/finish.ts';

const GREY: Rgb = [214, 217, 222];
/** Height of the transition from wall to floor, from the top. */
const FLOOR = 0.72;

/**
 * Draws an empty studio: a wall with a bright centre and a seamless transition to the floor, in a colour or pale grey.
 */
export function drawStudioBackground(width: number, height: number, color: Rgb | null): Image {
  const data = new Uint8Array(4 * width * height);
  const base = color ?? GREY;
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / height;
    const floor = v > FLOOR ? 0.06 * Math.sin((Math.PI * (v - FLOOR)) / (1 - FLOOR)) : 0;
    for (let x = 0; x < width; x++) {
      const u = (x + 0.5) / width - 0.5;
      const far = Math.hypot(u, 0.8 * (v - 0.42));
      const light = 1.1 + floor - 0.55 * far * far - 0.12 * far;
      const at = 4 * (y * width + x);
      for (let c = 0; c < 3; c++) data[at + c] = Math.round(Math.min(255, base[c]! * light));
      data[at + 3] = 255;
    }
  }
  return { width, height, data };
}
