import type { Request } from './request.ts';
import { is3d, selector } from './request.ts';
import { isTextured, price43P2 } from './model-rules.ts';

/** Prices in common use, which ours are where the document gives none: bare and textured, and what is added to them. */
const FROM_TEXT = { bare: 10, textured: 20 };
const FROM_IMAGES = { bare: 20, textured: 30 };

/**
 * What an accepted request costs, in credits: by 4.3 where the document says, else by common use; null for the images,
 * of which only is known which ones cost extra.
 */
export function priceOf(request: Request): number | null {
  const { operation, body } = request;
  if (is3d(request)) return price43P2(request) ?? usualPrice(request);
  if (operation === 'generate_multiview_image') return 10;
  if (operation === 'image_to_splat') return 30;
  return operation === 'edit_multiview_image' ? 5 * (body.prompts as unknown[]).length : null;
}

function usualPrice(request: Request): number {
  const { operation, body } = request;
  const textured = isTextured(request);
  const base = operation === 'text_to_model' ? FROM_TEXT : FROM_IMAGES;
  let price = textured ? base.textured : base.bare;
  if (textured && body.texture_quality === 'detailed') price += 10;
  if (textured && body.texture_quality === 'extreme') price += 20;
  if (selector(request) === 'P1-20260311') price += 20;
  if (body.geometry_quality === 'detailed') price += 20;
  if (body.quad === true) price += 5;
  if (body.smart_low_poly === true) price += 10;
  if (body.generate_parts === true) price += 20;
  return price;
}
