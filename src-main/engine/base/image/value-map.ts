/** One number per cell over a whole image, rows from the top; its size is independent of the image's. */
export interface ValueMap {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** A map that a network estimated, and the name of its file for notes. */
export interface NetworkMap extends ValueMap {
  readonly name: string;
}

/** Maps of an image from networks of the user; absent: there are none. */
export interface NetworkMaps {
  /** Share of the subject, 0 to 1. */
  readonly masks?: NetworkMap;
  /** Relative inverse distance: larger is nearer. */
  readonly depth?: NetworkMap;
}

/** Returns the value at a position, 0 to 1 from the left and from the top, interpolated linearly. */
export function sampleMap({ width, height, values }: ValueMap, across: number, down: number): number {
  const x = Math.min(width - 1, Math.max(0, across * width - 0.5));
  const y = Math.min(height - 1, Math.max(0, down * height - 0.5));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const mix = (a: number, b: number, share: number): number => a + (b - a) * share;
  return mix(
    mix(values[top * width + left]!, values[top * width + right]!, x - left),
    mix(values[bottom * width + left]!, values[bottom * width + right]!, x - left),
    y - top,
  );
}
