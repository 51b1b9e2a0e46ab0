import type { Mask } from '../image/mask.ts';
import { loadOpenCv } from './opencv.ts';
import type { Image } from '../image/image.ts';

/** Border that is assumed to be background, as a share of each edge. */
const MARGIN = 0.02;
/** Iterations of the colour model; more change little. */
const ROUNDS = 3;

/** Strength of the noise below, in bytes. */
const GRAIN = 4;

/**
 * Returns a fixed pseudo-random number from 0 to 3: without noise the graph of a flat image is all ties, and cutting it
 * takes minutes. Multiplicative hashing (Knuth, TAOCP 3, 6.4).
 */
function grain(index: number): number {
  return (Math.imul(index ^ (index >>> 7), 2654435761) >>> 16) % GRAIN;
}

/**
 * Finds the subject of a busy image by graph cut, assuming that everything near the border is background. The mask is
 * binary, not cleaned and perhaps empty. About half a second at 256 × 256; cost grows with the pixels, so pass a small
 * image. Source: Rother, Kolmogorov, Blake: "GrabCut" (2004), as implemented in OpenCV.
 */
export async function findGrabCutMask(image: Image): Promise<Mask> {
  const { width, height, data: rgba } = image;
  const { cv } = await loadOpenCv();
  const colors = new cv.Mat(height, width, cv.CV_8UC3);
  const labels = new cv.Mat(height, width, cv.CV_8UC1);
  const back = new cv.Mat();
  const front = new cv.Mat();
  try {
    for (let i = 0; i < width * height; i++) {
      for (let c = 0; c < 3; c++) colors.data[3 * i + c] = Math.min(255, rgba[4 * i + c]! + grain(3 * i + c));
    }
    const marginX = Math.max(1, Math.round(MARGIN * width));
    const marginY = Math.max(1, Math.round(MARGIN * height));
    const box = new cv.Rect(marginX, marginY, width - 2 * marginX, height - 2 * marginY);
    cv.grabCut(colors, labels, box, back, front, ROUNDS, cv.GC_INIT_WITH_RECT);
    const isFront = (label: number): boolean => label === cv.GC_FGD || label === cv.GC_PR_FGD;
    return { width, height, data: labels.data.map((label) => (isFront(label) ? 255 : 0)) };
  } finally {
    for (const mat of [colors, labels, back, front]) mat.delete();
  }
}
