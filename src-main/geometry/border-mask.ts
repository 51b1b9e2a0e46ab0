import { backgroundDistance, fitBackground } from './fit-background.ts';
import type { Mask } from './mask.ts';
import type { Picture } from './picture.ts';

/** Colour distance (0 to 765) that is always taken for the same background; grain adds to it. */
const BASE_TOLERANCE = 26;
const MAX_TOLERANCE = 100;
/** How fast the followed background colour takes up what it finds: slow enough to stop at edges, not at shading. */
const FOLLOW = 0.12;
/** A pixel this many tolerances from the fitted plane is never background, however gently the fill came there. */
const PLANE_REACH = 4;
/** Below this share of explained border pixels the background is not plain. */
const MIN_PLAIN_SHARE = 0.55;
/** Above this spread the "background" is a pattern, and a fill tolerant enough for it would run into the subject. */
const MAX_SPREAD = 16;

/**
 * The subject before a plain or gently shaded background: everything a flood fill from the border does not reach.
 * Null when the border is too busy to be called a background. The mask is binary and not cleaned. O(pixels).
 */
export function findBorderMask(picture: Picture): Mask | null {
  const { width, height, data: rgba } = picture;
  const background = fitBackground(picture);
  if (background.share < MIN_PLAIN_SHARE || background.spread > MAX_SPREAD) return null;
  const tolerance = Math.min(MAX_TOLERANCE, BASE_TOLERANCE + 3 * background.spread);

  const data = new Uint8Array(width * height).fill(255);
  const followed = new Float32Array(width * height * 3);
  const queue = new Int32Array(width * height);
  let end = 0;

  const take = (index: number, from: number): void => {
    data[index] = 0;
    for (let c = 0; c < 3; c++) {
      const own = rgba[4 * index + c]!;
      const before = from < 0 ? own : followed[3 * from + c]!;
      followed[3 * index + c] = before + FOLLOW * (own - before);
    }
    queue[end++] = index;
  };
  const isNear = (index: number, x: number, y: number, reach: number): boolean =>
    backgroundDistance(background, picture, x, y) < reach && data[index] !== 0;

  for (let x = 0; x < width; x++) {
    for (const y of [0, height - 1]) if (isNear(y * width + x, x, y, tolerance)) take(y * width + x, -1);
  }
  for (let y = 0; y < height; y++) {
    for (const x of [0, width - 1]) if (isNear(y * width + x, x, y, tolerance)) take(y * width + x, -1);
  }

  const tryTake = (x: number, y: number, from: number): void => {
    const index = y * width + x;
    if (data[index] === 0) return;
    let step = 0;
    for (let c = 0; c < 3; c++) step += Math.abs(rgba[4 * index + c]! - followed[3 * from + c]!);
    if (step < tolerance && isNear(index, x, y, PLANE_REACH * tolerance)) take(index, from);
  };
  for (let next = 0; next < end; next++) {
    const index = queue[next]!;
    const x = index % width;
    const y = (index - x) / width;
    if (x > 0) tryTake(x - 1, y, index);
    if (x < width - 1) tryTake(x + 1, y, index);
    if (y > 0) tryTake(x, y - 1, index);
    if (y < height - 1) tryTake(x, y + 1, index);
  }
  return { width, height, data };
}
