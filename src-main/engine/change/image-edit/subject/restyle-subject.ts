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

/** What a subject is to look like; null leaves it as it is. */
export interface SubjectStyle {
  readonly color: Rgb | null;
  /** Only what has this colour takes the new one. */
  readonly from: Rgb | null;
  /** Mixed into every colour by a share: dirt, age. */
  readonly tone: { readonly color: Rgb; readonly share: number } | null;
  readonly metallic: number;
  readonly roughness: number | null;
  readonly pattern: PatternName | null;
  /** Below 1 what is behind shines through. */
  readonly alpha: number;
  /** Share of its colour that it sends out by itself. */
  readonly glow: number;
}

/** Nothing changed. */
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

/** Below this roughness a surface reflects visibly. */
const GLOSSY = 0.5;
/** From this on its highlights go. */
const MATTE = 0.8;
/** Share of a named colour that fewer pixels than this have is none. */
const MIN_SHARE = 0.003;

/**
 * Colours, materials and surfaces on the subject: paint first, then pattern, then what shines. Notes say what could not
 * be done. A megapixel: 0.4 s for a colour, about 1.2 s for everything together.
 */
export async function restyleSubject(
  picture: Image,
  subject: ImageSubject,
  toNormals: () => Promise<NormalMap>,
  dress: SubjectStyle,
  seed: number,
): Promise<{ picture: Image; notes: Note[] }> {
  const weights = subject.mask.data;
  const notes: Note[] = [];
  let made = picture;
  if (dress.color) {
    const isThroughout = dress.metallic > 0 || dress.pattern !== null;
    const first = recolor(made, weights, dress.color, dress.from, isThroughout);
    if (dress.from && first.share < MIN_SHARE) {
      notes.push(engineMessage('edit.color-not-found'));
      made = recolor(made, weights, dress.color, null).picture;
    } else made = first.picture;
  }
  const { tone, pattern, metallic, roughness, alpha, glow } = dress;
  if (tone) made = mixTone(made, weights, tone);
  if (roughness !== null && roughness >= MATTE) made = dull(made, weights);
  if (pattern) made = applyPattern(made, weights, await toNormals(), subject.box, pattern, seed);
  if (alpha < 1) made = thin(made, weights, alpha);
  if (metallic > 0 || (roughness !== null && roughness < GLOSSY)) {
    made = applyGloss(made, weights, await toNormals(), { metallic, roughness: roughness ?? GLOSSY });
  }
  return { picture: glow > 0 ? brighten(made, weights, glow) : made, notes };
}

/** Every colour nearer to one, its light and dark kept. */
function mixTone(picture: Image, weights: Uint8Array, { color, share }: NonNullable<SubjectStyle['tone']>): Image {
  const toned = recolor(picture, weights, color, null).picture;
  const data = picture.data.map((own, k) => Math.round(own + share * (toned.data[k]! - own)));
  return { ...picture, data };
}

/** Highlights down: what is lighter than its surroundings comes nearer to them. */
function dull(picture: Image, weights: Uint8Array): Image {
  const { width, height } = picture;
  const light = Float32Array.from({ length: width * height }, (_, i) => picture.data[4 * i + 1]! / 255);
  const around = boxBlur(light, width, height, Math.max(2, Math.round(Math.max(width, height) / 40)));
  return mapLab(picture, weights, (lab, i) => {
    const above = light[i]! - around[i]!;
    if (above > 0) lab[0] -= 0.6 * above;
    lab[0] = Math.min(lab[0], 0.9 + 0.3 * Math.max(0, lab[0] - 0.9));
  });
}

/** What lets light through: lighter and paler inside; the rim, where it is seen edge on, keeps its colour. */
function thin(picture: Image, weights: Uint8Array, alpha: number): Image {
  const { width, height } = picture;
  const radius = Math.max(2, Math.round(Math.max(width, height) / 50));
  const inner = boxBlur(Float32Array.from(weights), width, height, radius);
  return mapLab(picture, weights, (lab, i) => {
    const clear = (1 - alpha) * Math.min(1, Math.max(0, (inner[i]! / 255 - 0.5) * 2));
    lab[0] += 0.75 * clear * (0.97 - lab[0]);
    lab[1] *= 1 - 0.7 * clear;
    lab[2] *= 1 - 0.7 * clear;
  });
}

/** What sends out light is brighter than what is lit, and its colours are purer; its halo comes with what is behind. */
function brighten(picture: Image, weights: Uint8Array, glow: number): Image {
  return mapLab(picture, weights, (lab) => {
    lab[0] += 0.28 * glow * (1 - lab[0]);
    lab[1] *= 1 + 0.3 * glow;
    lab[2] *= 1 + 0.3 * glow;
  });
}
