import { toCredits, type Credits } from './credits.ts';
import type { Values } from '../fields/field.ts';
import type { GENERATION_FIELDS } from '../fields/generation-fields.ts';
import { isTextured } from '../rules/generation-rules.ts';
import type { ImageQuality } from '../models/image-models.ts';

type GenerationValues = Values<typeof GENERATION_FIELDS>;

/** Documented prices in whole credits (spec 4.3 P2; for decimate and uv, see their operations in 4.4). */
const P2 = { bare: 100, standard: 110, detailed: 120, extreme: 130, fast: 110 } as const;

/**
 * Common prices for operations without a documented one. They are estimates for the user and the price list of the
 * local service; the actual charge always comes from the service.
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

/** Image qualities that cost extra (4.3). */
const FINE: readonly ImageQuality[] = ['high', 'xhigh', 'max'];

/** Returns the price of a 3D generation (4.3; otherwise a common price). */
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

/** Returns the price of an image; higher qualities cost extra (4.3), but the document does not show how much. */
export function imagePrice({ quality }: { readonly quality?: ImageQuality | undefined }): Credits {
  return wholeCredits(USUAL.picture + (quality && FINE.includes(quality) ? USUAL.finePicture : 0));
}

/** Returns the price of a convert task: any non-default option costs the higher price (4.4). */
export function convertPrice(hasOptions: boolean): Credits {
  return wholeCredits(hasOptions ? USUAL.convert.options : USUAL.convert.plain);
}

/** Converts whole credits to an amount. */
export function wholeCredits(credits: number): Credits {
  return toCredits(credits * 100);
}
