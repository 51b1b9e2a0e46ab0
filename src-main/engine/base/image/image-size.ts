/** Width and height in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Long edge in pixels of the resolution classes of the interface. */
const CLASSES: Readonly<Record<string, number>> = { '512': 512, '1k': 1024, '2k': 2048, '4k': 4096 };
const USUAL = 1024;
/** Edges are multiples of this, as those of custom sizes. */
const STEP = 16;

/**
 * Pixels of a `size` and an `aspect_ratio` of the interface (4.3): a class names the long edge, a custom size counts as it
 * is; nothing or `auto` is 1K.
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
