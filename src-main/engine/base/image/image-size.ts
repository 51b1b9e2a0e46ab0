/** Width and height in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Long edge in pixels of the API's resolution classes. */
const CLASSES: Readonly<Record<string, number>> = { '512': 512, '1k': 1024, '2k': 2048, '4k': 4096 };
const USUAL = 1024;
/** Edges are multiples of this, like custom sizes. */
const STEP = 16;

/**
 * Computes the pixel size for the API's `size` and `aspect_ratio` (4.3): a class sets the long edge, a custom size is
 * used as it is; undefined or `auto` is 1K.
 */
export function toPixelSize(size: string | undefined, aspectRatio: string | undefined): PixelSize {
  const custom = /^(\d{1,5})x(\d{1,5})$/i.exec(size ?? '');
  if (custom) return { width: Number(custom[1]), height: Number(custom[2]) };
  const name = (size ?? '').toLowerCase();
  const long = Object.hasOwn(CLASSES, name) ? CLASSES[name]! : USUAL;
  const [w, h] = (aspectRatio ?? '1:1').split(':').map(Number) as [number, number];
  const short = Math.max(STEP, Math.round((long * Math.min(w, h)) / Math.max(w, h) / STEP) * STEP);
  return w >= h ? { width: long, height: short } : { width: short, height: long };
}
