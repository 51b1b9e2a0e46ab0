import type { Mask } from '../image/mask.ts';
import { loadOpenCv } from './opencv.ts';
import type { Image } from '../image/image.ts';

/** Border that is taken for background, as a share of each edge. */
const MARGIN = 0.02;
/** Rounds of the colour model; more change little. */
const ROUNDS = 3;

/** Strength of the grain below, in bytes. */
const GRAIN = 4;

/**
 * A fixed, irregular 0 to 3: without it the graph of a flat picture is all ties, and cutting it takes minutes.
 * Multiplicative hashing (Knuth, TAOCP 3, 6.4).
 */
function grain(index: number): number {
  return (Math.imul(index ^ (index >>> 7), 2654435761) >>> 16) % GRAIN;
}

/**
 * The subject of a busy picture by graph cut, everything near the border taken for background: a binary mask, not
 * cleaned and perhaps empty. About half a second at 256 × 256; cost grows with the pixels, so hand it a small picture.
 * Source: Rother, Kolmogorov, Blake: "GrabCut" (2004), as OpenCV has it.
 */
export async function findGrabCutMask(picture: Image): Promise<Mask> {
  const { width, height, data: rgba } = picture;
  const { cv } = await loadOpenCv();
  const image = new cv.Mat(height, width, cv.CV_8UC3);
  const labels = new cv.Mat(height, width, cv.CV_8UC1);
  const back = new cv.Mat();
  const front = new cv.Mat();
  try {
    for (let i = 0; i < width * height; i++) {
      for (let c = 0; c < 3; c++) image.data[3 * i + c] = Math.min(255, rgba[4 * i + c]! + grain(3 * i + c));
    }
    const marginX = Math.max(1, Math.round(MARGIN * width));
    const marginY = Math.max(1, Math.round(MARGIN * height));
    const box = new cv.Rect(marginX, marginY, width - 2 * marginX, height - 2 * marginY);
    cv.grabCut(image, labels, box, back, front, ROUNDS, cv.GC_INIT_WITH_RECT);
    const isFront = (label: number): boolean => label === cv.GC_FGD || label === cv.GC_PR_FGD;
    return { width, height, data: labels.data.map((label) => (isFront(label) ? 255 : 0)) };
  } finally {
    for (const mat of [image, labels, back, front]) mat.delete();
  }
}
