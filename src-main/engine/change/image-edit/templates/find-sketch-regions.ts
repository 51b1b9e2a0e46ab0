import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { labelComponents, type LabeledComponents } from '../../../base/mask/label-components.ts';
import type { Mask } from '../../../base/image/mask.ts';
import type { Image } from '../../../base/image/image.ts';
import { boxBlur } from '../../../base/image/box-blur.ts';
import { EditError } from '../instruction/edit.ts';
import { toLightness } from '../tone/lightness.ts';

/** What the lines of a drawing enclose. */
export interface SketchRegions extends LabeledComponents {
  /** Darkness of the lines, 0 to 1 per pixel. */
  readonly ink: Float32Array;
  /** Numbers of the enclosed regions, largest first; those that touch the border are paper. */
  readonly enclosed: readonly number[];
}

/** Wideness of the surroundings a line is darker than, as a share of the long edge. */
const AROUND = 1 / 28;
/** Darkness against the surroundings from which a pixel is line. */
const LINE = 0.12;
/** Strokes wider than this share of the short edge are areas. */
const MAX_INK = 0.4;
/** Gaps in lines that are closed, in pixels of a 1024 px drawing: the smallest that encloses nearly all any of them does. */
const GAPS = [0, 2, 5, 10, 18];
const NEARLY_ALL = 0.8;
const MIN_ENCLOSED = 0.02;
/** Smaller regions are specks of paper between strokes. */
const MIN_REGION = 0.0004;
const MAX_REGIONS = 400;

/**
 * The closed regions of a line drawing, dark lines on light paper or light ones on dark; small gaps in lines are closed.
 * Throws `EditError` where nothing is enclosed or the picture is no line drawing. A megapixel takes about 0.4 s.
 */
export function findSketchRegions(drawing: Image): SketchRegions {
  const { width, height } = drawing;
  const ink = toInk(drawing);
  const lines = ink.reduce((count, value) => count + (value > 0.5 ? 1 : 0), 0);
  if (lines === 0) throw new EditError(engineMessage('edit-error.no-lines'));
  if (lines > MAX_INK * ink.length) {
    throw new EditError(engineMessage('edit-error.no-line-drawing'));
  }
  const look = (gap: number) => {
    const radius = Math.round((gap * Math.max(width, height)) / 1024);
    return findEnclosed(labelComponents(toPaper(ink, width, height, radius), true), ink.length);
  };
  const most = Math.max(...[GAPS.length >> 1, GAPS.length - 1].map((k) => look(GAPS[k]!).area));
  if (most < MIN_ENCLOSED * ink.length) {
    throw new EditError(engineMessage('edit-error.no-closed-area'));
  }
  let best = look(0);
  for (const gap of GAPS.slice(1)) if (best.area < NEARLY_ALL * most) best = look(gap);
  const { regions, enclosed } = best;
  return { ...regions, ink, enclosed };
}

/** The regions that touch no border, largest first, and what they cover. */
function findEnclosed(regions: LabeledComponents, pixels: number) {
  const found = regions.areas
    .map((area, label) => ({ area, label }))
    .filter(({ area, label }) => !regions.touchesBorder[label] && area >= MIN_REGION * pixels)
    .toSorted((a, b) => b.area - a.area)
    .slice(0, MAX_REGIONS);
  return {
    regions,
    enclosed: found.map(({ label }) => label),
    area: found.reduce((sum, { area }) => sum + area, 0),
  };
}

/** How much darker (or, on dark paper, lighter) than its surroundings each pixel is, brought to 0 to 1. */
function toInk(drawing: Image): Float32Array {
  const { width, height } = drawing;
  const light = toLightness(drawing);
  const paper = Float32Array.from(light).sort()[light.length >> 1]!;
  if (paper < 0.5) for (let i = 0; i < light.length; i++) light[i] = 1 - light[i]!;
  const around = boxBlur(light, width, height, Math.max(2, Math.round(AROUND * Math.max(width, height))));
  // A stroke darkens its own surroundings, so paper counts as the lighter of the two.
  const bright = Math.max(paper, 1 - paper);
  return light.map((value, i) => {
    const depth = Math.max(around[i]!, 0.85 * bright) - value;
    return Math.min(1, Math.max(0, (depth - LINE / 2) / LINE));
  });
}

/** Everything that is not line, lines grown by the radius of the gaps they are to close. */
function toPaper(ink: Float32Array, width: number, height: number, radius: number): Mask {
  const grown = radius > 0 ? boxBlur(ink, width, height, radius) : ink;
  // A line of one pixel leaves this much of itself after the blur.
  const level = radius > 0 ? 0.3 / (2 * radius + 1) : 0.5;
  return { width, height, data: Uint8Array.from(grown, (value) => (value > level ? 0 : 255)) };
}
