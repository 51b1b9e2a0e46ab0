import type { Mask } from '../image/mask.ts';
import type { Image } from '../image/image.ts';
import { ImageError } from '../image/image.ts';

/** Below this no pixel can be told from the background. */
const FAINTEST = 8;
/** At least this share of the pixels must be see-through before the alpha channel is taken for a cut-out. */
const MIN_CLEAR_SHARE = 0.005;

/**
 * The subject as the picture's own alpha channel gives it, null when the picture is (all but) opaque.
 * A picture faint throughout is scaled up to full coverage; a fully transparent one throws `ImageError` `empty`.
 */
export function findAlphaMask(picture: Image): Mask | null {
  const { width, height, data: rgba } = picture;
  const count = width * height;
  let strongest = 0;
  for (let i = 0; i < count; i++) strongest = Math.max(strongest, rgba[4 * i + 3]!);
  if (strongest < FAINTEST) {
    throw new ImageError('empty', 'This picture is completely transparent; please export it with its subject visible.');
  }

  const data = new Uint8Array(count);
  let clear = 0;
  for (let i = 0; i < count; i++) {
    const coverage = Math.round((rgba[4 * i + 3]! * 255) / strongest);
    data[i] = coverage;
    if (coverage < 128) clear++;
  }
  return clear >= Math.max(1, count * MIN_CLEAR_SHARE) ? { width, height, data } : null;
}
