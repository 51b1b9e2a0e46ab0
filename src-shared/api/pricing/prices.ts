import { toCredits, type Credits } from './credits.ts';
import type { Values } from '../fields/field.ts';
import type { GENERATION_FIELDS } from '../fields/generation-fields.ts';
import { isTextured } from '../rules/generation-rules.ts';
import type { ImageQuality } from '../models/image-models.ts';

type GenerationValues = Values<typeof GENERATION_FIELDS>;

/** Prices the document states, in whole credits (spec 4.3 P2; 4.4 decimate and uv stand with their operations). */
const P2 = { bare: 100, standard: 110, detailed: 120, extreme: 130, fast: 110 } as const;

/**
 * Prices in common use where the document states none. They are estimates for the person and the local service's own
 * price list; what a task cost is only ever read from the service.
 */
const USUAL = {
  text: { bare: 10, textured: 20 },
  image: { bare: 20, textured: 30 },
  p1: 20,
  texture: { standard: 0, fast: 0, detailed: 10, extreme: 20 },
  detailedGeometry: 20,
  quad: 5,
  lowPoly: 10,
  parts: 20,
  picture: 5,
  finePicture: 5,
  convert: { plain: 5, options: 10 },
} as const;

/** Qualities of an image that cost extra (4.3). */
const FINE: readonly ImageQuality[] = ['high', 'xhigh', 'max'];

/** Price of a 3D generation (4.3; the rest from common use). */
export function modelPrice(from: 'text' | 'image', values: GenerationValues): Credits {
  const quality = values.texture_quality ?? 'standard';
  const textured = isTextured(values);
  if (values.model === 'P2-20260801') return wholeCredits(textured ? P2[quality] : P2.bare);
  const base = textured ? USUAL[from].textured + USUAL.texture[quality] : USUAL[from].bare;
  return wholeCredits(
    base +
      (values.model === 'P1-20260311' ? USUAL.p1 : 0) +
      (values.geometry_quality === 'detailed' ? USUAL.detailedGeometry : 0) +
      (values.quad ? USUAL.quad : 0) +
      (values.smart_low_poly ? USUAL.lowPoly : 0) +
      (values.generate_parts ? USUAL.parts : 0),
  );
}

/** Price of an image; the finer qualities cost extra (4.3), how much is not shown. */
export function imagePrice({ quality }: { readonly quality?: ImageQuality | undefined }): Credits {
  return wholeCredits(USUAL.picture + (quality && FINE.includes(quality) ? USUAL.finePicture : 0));
}

/** Price of a convert task: any option that is not its default bills at the higher tier (4.4). */
export function convertPrice(hasOptions: boolean): Credits {
  return wholeCredits(hasOptions ? USUAL.convert.options : USUAL.convert.plain);
}

/** A price in whole credits. */
export function wholeCredits(credits: number): Credits {
  return toCredits(credits * 100);
}
