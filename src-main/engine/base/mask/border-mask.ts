import { fitBackground } from './fit-background.ts';
import { labelComponents } from './label-components.ts';
import type { Mask } from '../image/mask.ts';
import type { Image } from '../image/image.ts';

/** Colour distance (0 to 765) that always counts as the same background; noise is added to it. */
const BASE_TOLERANCE = 26;
const MAX_TOLERANCE = 100;
/** Rate at which the tracked background colour adapts: slow enough to stop at edges, not at shading. */
const FOLLOW = 0.12;
/** A pixel this many tolerances from the fitted background never belongs to it, however gradual the transition. */
const REACH = 4;
/** Below this share of explained border pixels the background is not plain. */
const MIN_PLAIN_SHARE = 0.55;
/** Above this spread the "background" is a pattern, and a fill tolerant enough for it would leak into the subject. */
const MAX_SPREAD = 16;
/** Background seen through the subject must match this closely, plus twice the noise: a white part is not a hole. */
const WINDOW_TOLERANCE = 9;
/** Smallest such window, as a share of the image. */
const MIN_WINDOW = 0.003;

/**
 * Finds the subject in front of a plain or gently shaded background: everything a flood fill does not reach that starts
 * at the border and in the windows through which the same background shows (a mug's handle). Returns null if the border
 * is too varied to be a background. The mask is binary and not cleaned. O(pixels).
 */
export function findBorderMask(image: Image): Mask | null {
  const { width, height, data: rgba } = image;
  const background = fitBackground(image);
  if (background.share < MIN_PLAIN_SHARE || background.spread > MAX_SPREAD) return null;
  const tolerance = Math.min(MAX_TOLERANCE, BASE_TOLERANCE + 3 * background.spread);
  const distances = backgroundDistances(image, background.colorAt);

  const data = new Uint8Array(width * height).fill(255);
  const followed = new Float32Array(width * height * 3);
  const queue = new Int32Array(width * height);
  let next = 0;
  let end = 0;

  const enqueue = (index: number, from: number): void => {
    data[index] = 0;
    for (let c = 0; c < 3; c++) {
      const own = rgba[4 * index + c]!;
      const before = from < 0 ? own : followed[3 * from + c]!;
      followed[3 * index + c] = before + FOLLOW * (own - before);
    }
    queue[end++] = index;
  };
  const tryEnqueue = (index: number, from: number): void => {
    if (data[index] === 0 || distances[index]! >= REACH * tolerance) return;
    let step = 0;
    for (let c = 0; c < 3; c++) step += Math.abs(rgba[4 * index + c]! - followed[3 * from + c]!);
    if (step < tolerance) enqueue(index, from);
  };
  const flood = (): void => {
    while (next < end) {
      const index = queue[next++]!;
      const x = index % width;
      if (x > 0) tryEnqueue(index - 1, index);
      if (x < width - 1) tryEnqueue(index + 1, index);
      if (index >= width) tryEnqueue(index - width, index);
      if (index < data.length - width) tryEnqueue(index + width, index);
    }
  };

  for (let i = 0; i < data.length; i++) {
    const x = i % width;
    const isBorder = x === 0 || x === width - 1 || i < width || i >= data.length - width;
    if (isBorder && distances[i]! < tolerance) enqueue(i, -1);
  }
  flood();

  const windowReach = WINDOW_TOLERANCE + 2 * background.spread;
  const matching = data.map((value, i) => (value !== 0 && distances[i]! < windowReach ? 255 : 0));
  const windows = labelComponents({ width, height, data: matching }, true);
  for (let i = 0; i < data.length; i++) {
    const label = windows.labels[i]!;
    if (label >= 0 && windows.areas[label]! >= MIN_WINDOW * data.length && data[i] !== 0) enqueue(i, -1);
  }
  flood();
  return { width, height, data };
}

/** Returns the sum over the channels of |pixel − background| for every pixel. */
function backgroundDistances(
  { width, height, data }: Image,
  colorAt: (x: number, y: number, out: Float64Array) => void,
): Float32Array {
  const distances = new Float32Array(width * height);
  const color = new Float64Array(3);
  for (let i = 0; i < distances.length; i++) {
    colorAt(i % width, Math.floor(i / width), color);
    for (let c = 0; c < 3; c++) distances[i]! += Math.abs(data[4 * i + c]! - color[c]!);
  }
  return distances;
}
