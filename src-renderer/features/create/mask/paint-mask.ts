/** Coverage of the subject, 0 to 255 per pixel, rows from the top. */
export interface PaintedMask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A position in pixels of the mask. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A brush: paints the subject, or erases it. */
export interface Brush {
  /** In pixels of the mask. */
  readonly radius: number;
  readonly erases: boolean;
}

/** A rectangle of whole pixels. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws one part of a stroke into a mask, with an edge of one pixel. Returns the rectangle that may have changed; null if
 * all of the part is outside of the image.
 */
export function paintLine(
  { width, height, data }: PaintedMask,
  from: Point,
  to: Point,
  brush: Brush,
): Rectangle | null {
  const reach = brush.radius + 1;
  const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - reach));
  const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach));
  const right = Math.min(width, Math.ceil(Math.max(from.x, to.x) + reach));
  const bottom = Math.min(height, Math.ceil(Math.max(from.y, to.y) + reach));
  if (right <= left || bottom <= top) return null;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const inside = brush.radius + 0.5 - distanceTo({ x: x + 0.5, y: y + 0.5 }, from, to);
      const share = Math.round(255 * Math.min(1, Math.max(0, inside)));
      const i = y * width + x;
      const before = data[i]!;
      data[i] = brush.erases ? Math.min(before, 255 - share) : Math.max(before, share);
    }
  }
  return { left, top, width: right - left, height: bottom - top };
}

/** True if the mask covers any pixel by half or more. */
export function coversAny({ data }: PaintedMask): boolean {
  return data.some((value) => value >= 128);
}

/** Distance of a point to a line from one point to another. */
function distanceTo({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length));
  return Math.hypot(x - from.x - along * dx, y - from.y - along * dy);
}
