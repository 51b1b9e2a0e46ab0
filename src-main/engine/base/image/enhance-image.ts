import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { boxBlur } from './box-blur.ts';
import { fillUncovered } from './fill-uncovered.ts';
import { findImageDefects, type ImageDefects } from './find-image-defects.ts';
import type { Image } from './image.ts';

/** Target tone range: an image seldom contains pure black and pure white. */
const BLACK = 8;
const WHITE = 245;
/** Steps between blocks up to this are smoothed; larger ones are outlines. */
const MAX_STEP = 26;
/** Radius of the noise filter, and the noise multiple below which differences are smoothed. */
const RADIUS = 2;
const STRENGTH = 2.2;
/** Amplitude of JPEG ringing beside outlines, in bytes. */
const RINGING = 4;

/** An enhanced image, and how to enhance another decoding of its file. */
export interface EnhancedImage {
  readonly image: Image;
  /** Applies the same enhancement to another decoding of the file: the same tones, and the noise that decoding has. */
  readonly repeat: (image: Image) => Promise<Image>;
  readonly note: Note;
}

/**
 * Enhances a poor image: stretches dull tones, then smooths JPEG block edges, then noise, each only where
 * `findImageDefects` finds it. Returns the same image if there are no defects. Alpha is unchanged. About 0.5 s per
 * megapixel.
 */
export function enhanceImage(image: Image): EnhancedImage {
  const faults = findImageDefects(image);
  const { tones, grain, hasBlocks } = faults;
  const found = [
    ...(hasBlocks ? [engineMessage('subject.jpeg-blocks')] : []),
    ...(grain > 0 ? [engineMessage('subject.grain')] : []),
    ...(tones ? [engineMessage('subject.dull-tones')] : []),
  ];
  return {
    image: repair(image, faults),
    // A scaled image no longer has its blocks at multiples of eight.
    repeat: (other) => Promise.resolve(repair(other, { ...findImageDefects(other), hasBlocks: false, tones })),
    note: found.length > 0 ? engineMessage('subject.enhanced', { found }) : engineMessage('subject.enhance-unneeded'),
  };
}

function repair(image: Image, { grain, hasBlocks, tones }: ImageDefects): Image {
  const bright = tones ? stretchTones(image, tones.black, tones.white) : image;
  const even = hasBlocks ? smoothBlocks(bright) : bright;
  const rough = Math.max(grain, hasBlocks ? RINGING : 0);
  return rough > 0 ? smoothGrain(even, rough) : even;
}

/** Turns the steps between blocks of eight into ramps four pixels long, outlines excepted. O(pixels). */
function smoothBlocks(image: Image): Image {
  const { width, height } = image;
  const data = image.data.slice();
  const smooth = (at: number, step: number): void => {
    for (let c = at; c < at + 3; c++) {
      const [b, d] = [data[c - step]!, data[c]!];
      const gap = d - b;
      const around = Math.max(Math.abs(b - data[c - 2 * step]!), Math.abs(data[c + step]! - d));
      if (Math.abs(gap) > MAX_STEP || around >= Math.abs(gap)) continue;
      data[c - 2 * step] = clamp(data[c - 2 * step]! + gap / 8);
      data[c - step] = clamp(b + (3 * gap) / 8);
      data[c] = clamp(d - (3 * gap) / 8);
      data[c + step] = clamp(data[c + step]! - gap / 8);
    }
  };
  for (let y = 0; y < height; y++) for (let x = 8; x < width - 1; x += 8) smooth(4 * (y * width + x), 4);
  for (let y = 8; y < height - 1; y += 8) for (let x = 0; x < width; x++) smooth(4 * (y * width + x), 4 * width);
  return { ...image, data };
}

/**
 * Smooths every channel where it varies no more than its noise does (He, Sun and Tang, "Guided Image Filtering", 2010,
 * each channel its own guide). O(pixels).
 */
function smoothGrain(image: Image, grain: number): Image {
  const { width, height } = image;
  const solid = fillUncovered(image.data, width, height);
  const data = image.data.slice();
  const least = (STRENGTH * grain) ** 2;
  const blur = (values: Float32Array): Float32Array => boxBlur(values, width, height, RADIUS);
  for (let c = 0; c < 3; c++) {
    const own = Float32Array.from({ length: width * height }, (_, i) => solid[3 * i + c]!);
    const mean = blur(own);
    const square = blur(own.map((value) => value * value));
    const weights = square.map((value, i) => {
      const spread = Math.max(0, value - mean[i]! ** 2);
      return spread / (spread + least);
    });
    const share = blur(weights);
    const rest = blur(weights.map((value, i) => (1 - value) * mean[i]!));
    for (let i = 0; i < own.length; i++) data[4 * i + c] = clamp(share[i]! * own[i]! + rest[i]!);
  }
  return { ...image, data };
}

function stretchTones(image: Image, black: number, white: number): Image {
  const table = Uint8Array.from({ length: 256 }, (_, byte) =>
    clamp(BLACK + ((byte - black) * (WHITE - BLACK)) / (white - black)),
  );
  return { ...image, data: image.data.map((byte, i) => (i % 4 === 3 ? byte : table[byte]!)) };
}

function clamp(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}
