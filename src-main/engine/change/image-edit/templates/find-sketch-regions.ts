import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { labelComponents, type LabeledComponents } from '../../../base/mask/label-components.ts';
import type { Mask } from '../../../base/image/mask.ts';
import type { Image } from '../../../base/image/image.ts';
import { boxBlur } from '../../../base/image/box-blur.ts';
import { EditError } from '../instruction/edit.ts';
import { toLightness } from '../tone/lightness.ts';

/** Regions enclosed by the lines of a drawing. */
export interface SketchRegions extends LabeledComponents {
  /** Line darkness per pixel, 0 to 1. */
  readonly ink: Float32Array;
  /** Labels of the enclosed regions, largest first; regions that touch the border are paper. */
  readonly enclosed: readonly number[];
}

/** Radius of the neighbourhood a line is compared with, as a share of the long edge. */
const AROUND = 1 / 28;
/** Darkness relative to the neighbourhood from which a pixel belongs to a line. */
const LINE = 0.12;
/** Maximum stroke width as a share of the short edge; wider strokes are areas. */
const MAX_INK = 0.4;
/** Gap sizes to close, in pixels of a 1024 px drawing; the smallest that encloses nearly the maximum area is used. */
const GAPS = [0, 2, 5, 10, 18];
const NEARLY_ALL = 0.8;
const MIN_ENCLOSED = 0.02;
/** Minimum area; smaller regions are specks of paper between strokes. */
const MIN_REGION = 0.0004;
const MAX_REGIONS = 400;

/**
 * Finds the closed regions of a line drawing, dark lines on light paper or light ones on dark; small gaps in lines are
 * closed. Throws `EditError` if nothing is enclosed or the image is not a line drawing. A megapixel takes about 0.4 s.
 */
export function findSketchRegions(drawing: Image): SketchRegions {
  const { width, height } = drawing;
  const ink = toInk(drawing);
  const lines = ink.reduce((count, value) => count + (value > 0.5 ? 1 : 0), 0);
  if (lines === 0) throw new EditError(engineMessage('edit-error.no-lines'));
  if (lines > MAX_INK * ink.length) {
    throw new EditError(engineMessage('edit-error.no-line-drawing'));
  }
  const segment = (gap: number) => {
    const radius = Math.round((gap * Math.max(width, height)) / 1024);
    return findEnclosed(labelComponents(toPaper(ink, width, height, radius), true), ink.length);
  };
  const maxArea = Math.max(...[GAPS.length >> 1, GAPS.length - 1].map((k) => segment(GAPS[k]!).area));
  if (maxArea < MIN_ENCLOSED * ink.length) {
    throw new EditError(engineMessage('edit-error.no-closed-area'));
  }
  let best = segment(0);
  for (const gap of GAPS.slice(1)) if (best.area < NEARLY_ALL * maxArea) best = segment(gap);
  const { regions, enclosed } = best;
  return { ...regions, ink, enclosed };
}

/** Returns the regions that touch no border, largest first, and their total area. */
function findEnclosed(regions: LabeledComponents, pixels: number) {
  const enclosed = regions.areas
    .map((area, label) => ({ area, label }))
    .filter(({ area, label }) => !regions.touchesBorder[label] && area >= MIN_REGION * pixels)
    .toSorted((a, b) => b.area - a.area)
    .slice(0, MAX_REGIONS);
  return {
    regions,
    enclosed: enclosed.map(({ label }) => label),
    area: enclosed.reduce((sum, { area }) => sum + area, 0),
  };
}

/** Computes how much darker (or, on dark paper, lighter) each pixel is than its surroundings, scaled to 0 to 1. */
function toInk(drawing: Image): Float32Array {
  const { width, height } = drawing;
  const light = toLightness(drawing);
  const paper = Float32Array.from(light).sort()[light.length >> 1]!;
  if (paper < 0.5) for (let i = 0; i < light.length; i++) light[i] = 1 - light[i]!;
  const around = boxBlur(light, width, height, Math.max(2, Math.round(AROUND * Math.max(width, height))));
  // A stroke darkens its own surroundings, so the lighter of the two is the paper.
  const bright = Math.max(paper, 1 - paper);
  return light.map((value, i) => {
    const depth = Math.max(around[i]!, 0.85 * bright) - value;
    return Math.min(1, Math.max(0, (depth - LINE / 2) / LINE));
  });
}

/** Returns the mask of everything except lines, which are dilated by the radius of the gaps to close. */
function toPaper(ink: Float32Array, width: number, height: number, radius: number): Mask {
  const grown = radius > 0 ? boxBlur(ink, width, height, radius) : ink;
  // A one-pixel line keeps this level after the blur.
  const level = radius > 0 ? 0.3 / (2 * radius + 1) : 0.5;
  return { width, height, data: Uint8Array.from(grown, (value) => (value > level ? 0 : 255)) };
}
