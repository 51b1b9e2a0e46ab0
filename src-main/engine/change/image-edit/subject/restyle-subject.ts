import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Image } from '../../../base/image/image.ts';
import type { Rgb } from '../../../base/material/finish.ts';
import type { PatternName } from '../../../base/material/patterns.ts';
import { boxBlur } from '../../../base/image/box-blur.ts';
import { applyPattern } from './apply-pattern.ts';
import { mapLab } from '../../../base/style/oklab-image.ts';
import { recolor } from './recolor.ts';
import { applyGloss } from './apply-gloss.ts';
import type { NormalMap } from './subject-normals.ts';
import type { ImageSubject } from '../../../base/mask/image-subject.ts';

/** New appearance of a subject; null leaves a property unchanged. */
export interface SubjectStyle {
  readonly color: Rgb | null;
  /** Only pixels of this colour are recoloured. */
  readonly from: Rgb | null;
  /** Mixed into every colour by a share: dirt, age. */
  readonly tone: { readonly color: Rgb; readonly share: number } | null;
  readonly metallic: number;
  readonly roughness: number | null;
  readonly pattern: PatternName | null;
  /** Below 1, the background shows through. */
  readonly alpha: number;
  /** Share of its colour that it emits. */
  readonly glow: number;
}

/** No change. */
export const UNCHANGED_STYLE: SubjectStyle = {
  color: null,
  from: null,
  tone: null,
  metallic: 0,
  roughness: null,
  pattern: null,
  alpha: 1,
  glow: 0,
};

/** Roughness below which reflections are visible. */
const GLOSSY = 0.5;
/** Roughness from which highlights are removed. */
const MATTE = 0.8;
/** Minimum share of pixels for a named colour to count as present. */
const MIN_SHARE = 0.003;

/**
 * Applies colours, materials and surfaces to the subject: paint first, then pattern, then reflections. Notes say what
 * could not be done. A megapixel: 0.4 s for a colour, about 1.2 s for everything together.
 */
export async function restyleSubject(
  image: Image,
  subject: ImageSubject,
  toNormals: () => Promise<NormalMap>,
  style: SubjectStyle,
  seed: number,
): Promise<{ image: Image; notes: Note[] }> {
  const weights = subject.mask.data;
  const notes: Note[] = [];
  let result = image;
  if (style.color) {
    const isThroughout = style.metallic > 0 || style.pattern !== null;
    const first = recolor(result, weights, style.color, style.from, isThroughout);
    if (style.from && first.share < MIN_SHARE) {
      notes.push(engineMessage('edit.color-not-found'));
      result = recolor(result, weights, style.color, null).image;
    } else result = first.image;
  }
  const { tone, pattern, metallic, roughness, alpha, glow } = style;
  if (tone) result = mixTone(result, weights, tone);
  if (roughness !== null && roughness >= MATTE) result = dull(result, weights);
  if (pattern) result = applyPattern(result, weights, await toNormals(), subject.box, pattern, seed);
  if (alpha < 1) result = thin(result, weights, alpha);
  if (metallic > 0 || (roughness !== null && roughness < GLOSSY)) {
    result = applyGloss(result, weights, await toNormals(), { metallic, roughness: roughness ?? GLOSSY });
  }
  return { image: glow > 0 ? brighten(result, weights, glow) : result, notes };
}

/** Blends every colour towards one, keeping its lightness. */
function mixTone(image: Image, weights: Uint8Array, { color, share }: NonNullable<SubjectStyle['tone']>): Image {
  const toned = recolor(image, weights, color, null).image;
  const data = image.data.map((own, k) => Math.round(own + share * (toned.data[k]! - own)));
  return { ...image, data };
}

/** Reduces highlights: pixels lighter than their surroundings are pulled towards them. */
function dull(image: Image, weights: Uint8Array): Image {
  const { width, height } = image;
  const light = Float32Array.from({ length: width * height }, (_, i) => image.data[4 * i + 1]! / 255);
  const around = boxBlur(light, width, height, Math.max(2, Math.round(Math.max(width, height) / 40)));
  return mapLab(image, weights, (lab, i) => {
    const above = light[i]! - around[i]!;
    if (above > 0) lab[0] -= 0.6 * above;
    lab[0] = Math.min(lab[0], 0.9 + 0.3 * Math.max(0, lab[0] - 0.9));
  });
}

/** Makes the subject translucent: lighter and paler inside; the rim keeps its colour. */
function thin(image: Image, weights: Uint8Array, alpha: number): Image {
  const { width, height } = image;
  const radius = Math.max(2, Math.round(Math.max(width, height) / 50));
  const inner = boxBlur(Float32Array.from(weights), width, height, radius);
  return mapLab(image, weights, (lab, i) => {
    const clear = (1 - alpha) * Math.min(1, Math.max(0, (inner[i]! / 255 - 0.5) * 2));
    lab[0] += 0.75 * clear * (0.97 - lab[0]);
    lab[1] *= 1 - 0.7 * clear;
    lab[2] *= 1 - 0.7 * clear;
  });
}

/** Makes the subject emissive: brighter and more saturated; its halo is drawn with the background. */
function brighten(image: Image, weights: Uint8Array, glow: number): Image {
  return mapLab(image, weights, (lab) => {
    lab[0] += 0.28 * glow * (1 - lab[0]);
    lab[1] *= 1 + 0.3 * glow;
    lab[2] *= 1 + 0.3 * glow;
  });
}
