import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { LINEAR_OF_BYTE, toSrgbByte } from '../../../base/color/srgb.ts';
import { findMaskBox, type Mask } from '../../../base/image/mask.ts';
import { fillUncovered } from '../../../base/image/fill-uncovered.ts';
import type { Image } from '../../../base/image/image.ts';
import type { Rgb } from '../../../base/material/finish.ts';
import { createRandom } from '../../../base/maths/random.ts';
import { COLORS } from '../../../base/language/color-words.ts';
import { boxBlur } from '../../../base/image/box-blur.ts';
import { findSketchRegions, type SketchRegions } from './find-sketch-regions.ts';
import { lightSubject } from '../subject/light-subject.ts';
import { applyGloss } from '../subject/apply-gloss.ts';
import { toSubjectNormals, type NormalMap } from '../subject/subject-normals.ts';
import type { ImageSubject } from '../../../base/mask/image-subject.ts';

/** A rendered drawing. */
export interface RenderedSketch {
  /** Transparent where the paper was. */
  readonly image: Image;
  readonly subject: ImageSubject;
  readonly note: Note;
}

/** Default colours for drawings: light ones that take shading well. */
const NEUTRAL: readonly (readonly string[])[] = [
  ['beige', 'tan', 'sky', 'salmon', 'mint', 'cream'],
  ['azure', 'cream', 'coral', 'mint', 'amber', 'lavender'],
  ['peach', 'teal', 'cream', 'rose', 'sky', 'khaki'],
];
/** Opacity of the lines. */
const INK = 0.72;
/** Weight of each region's own roundness relative to that of the whole outline. */
const OWN_ROUNDNESS = 0.6;
const VARNISH = { metallic: 0, roughness: 0.42 } as const;

/**
 * Fills the enclosed regions of a drawing with colours (the largest region gets the first) and shades it as if the
 * regions were padded: each is inflated within its lines, and all of them within the outline. Throws `EditError` as
 * `findSketchRegions` does. A megapixel takes about 1.5 s.
 */
export async function renderSketch(
  drawing: Image,
  colors: readonly Rgb[],
  reliefEdge: number,
  seed: number,
): Promise<RenderedSketch> {
  const onPaper = flatten(drawing);
  const regions = findSketchRegions(onPaper);
  const mask = toBody(regions, drawing);
  const box = findMaskBox(mask) ?? { left: 0, top: 0, width: mask.width, height: mask.height };
  const subject: ImageSubject = { mask, box, rim: 0, isFound: true, isCutOut: true, notes: [] };
  const filled = fill(regions, mask, colors.length > 0 ? colors : choosePalette(seed));

  const cells = toCells(regions, mask);
  const plain: Image = { ...filled, data: new Uint8Array(filled.data.length).fill(255) };
  const whole = await toSubjectNormals(plain, subject, reliefEdge);
  const own = await toSubjectNormals(plain, { ...subject, mask: cells }, 2 * reliefEdge);
  const normals = blend(whole, own, OWN_ROUNDNESS);
  const lit = lightSubject(filled, mask.data, normals, 'upper left', 1);
  const image = drawInk(applyGloss(lit, mask.data, normals, VARNISH), regions.ink, mask);
  const count = regions.enclosed.length;
  return {
    image,
    subject,
    note: engineMessage(colors.length > 0 ? 'edit.sketch' : 'edit.sketch-colors', { count }),
  };
}

/** Composites a transparent image over white. */
function flatten({ width, height, data: from }: Image): Image {
  const data = from.slice();
  for (let at = 0; at < data.length; at += 4) {
    const alpha = from[at + 3]! / 255;
    for (let c = at; c < at + 3; c++) data[c] = Math.round(from[c]! * alpha + 255 * (1 - alpha));
    data[at + 3] = 255;
  }
  return { width, height, data };
}

/** Returns the mask of the enclosed regions with the lines around and between them. */
function toBody({ labels, enclosed, ink }: SketchRegions, { width, height }: Image): Mask {
  const isEnclosed = new Set(enclosed);
  const inside = Float32Array.from(labels, (label) => (isEnclosed.has(label) ? 255 : 0));
  // Lines belong to the body up to their own width; loose strokes do not.
  const reach = boxBlur(inside, width, height, Math.max(1, Math.round(Math.max(width, height) / 170)));
  return {
    width,
    height,
    data: Uint8Array.from(inside, (value, i) => Math.max(value, reach[i]! > 8 ? Math.round(255 * ink[i]!) : 0)),
  };
}

/** Removes the inner lines from the body, so that each region inflates separately. */
function toCells({ ink }: SketchRegions, mask: Mask): Mask {
  return { ...mask, data: mask.data.map((value, i) => Math.round(value * (1 - ink[i]!))) };
}

/** Fills the regions with flat colours; lines take those of their neighbours. */
function fill({ labels, enclosed }: SketchRegions, mask: Mask, colors: readonly Rgb[]): Image {
  const order = new Map(enclosed.map((label, k) => [label, colors[k % colors.length]!]));
  const { width, height } = mask;
  const data = new Uint8Array(4 * width * height);
  labels.forEach((label, i) => {
    const color = order.get(label);
    if (color) data.set([...color, 255], 4 * i);
  });
  const filled = fillUncovered(data, width, height);
  for (let i = 0; i < width * height; i++) {
    data.set(filled.subarray(3 * i, 3 * i + 3), 4 * i);
    data[4 * i + 3] = mask.data[i]!;
  }
  return { width, height, data };
}

function blend(a: NormalMap, b: NormalMap, share: number): NormalMap {
  const data = new Float32Array(a.data.length);
  for (let at = 0; at < data.length; at += 3) {
    for (let c = at; c < at + 3; c++) data[c] = (1 - share) * a.data[c]! + share * b.data[c]!;
    const length = Math.hypot(data[at]!, data[at + 1]!, data[at + 2]!) || 1;
    for (let c = at; c < at + 3; c++) data[c]! /= length;
  }
  return { ...a, data };
}

/** Draws the lines over the paint, in a dark shade of it. */
function drawInk(image: Image, ink: Float32Array, mask: Mask): Image {
  const data = image.data.slice();
  for (let i = 0; i < ink.length; i++) {
    const left = 1 - INK * ink[i]!;
    for (let c = 4 * i; c < 4 * i + 3; c++) data[c] = toSrgbByte(LINEAR_OF_BYTE[data[c]!]! * left * left);
    data[4 * i + 3] = Math.max(mask.data[i]!, Math.round(255 * ink[i]!));
  }
  return { ...image, data };
}

function choosePalette(seed: number): Rgb[] {
  const names = NEUTRAL[Math.floor(createRandom(`sketch ${seed}`)() * NEUTRAL.length)]!;
  return names.map((name) => COLORS.get(name)!);
}
