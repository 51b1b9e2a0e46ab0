import type { Mask, PixelBox } from '../../../base/image/mask.ts';

/** An arm with a gap between it and the body. */
export interface ImageArm {
  readonly side: 'left' | 'right';
  /** Pixel indices of the arm. */
  readonly pixels: readonly number[];
  /** Position of the shoulder joint, in pixels. */
  readonly pivot: readonly [x: number, y: number];
  /** Radius of the joint. */
  readonly radius: number;
  /** Direction from pivot to hand: radians, 0 to the right, growing downwards as rows do. */
  readonly angle: number;
}

/** Pixels in a row from `from` to `to`, both inclusive. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Minimum number of rows with a gap between arm and body, as a share of the height. */
const DAYLIGHT = 0.07;
/** Arms begin within this share of the height from the top. */
const SHOULDER = 0.5;
/** Area of an arm as a share of the subject. */
const AREA = { min: 0.012, max: 0.22 } as const;
/** Minimum length of an arm as a multiple of its joint's radius. */
const MIN_LENGTH = 2.5;

/**
 * Finds the arms of a figure seen from the front or the back, as far as there is a gap between them and the body.
 * O(pixels).
 */
export function findArms(mask: Mask, box: PixelBox): ImageArm[] {
  const rows = Array.from({ length: box.height }, (_, k) => spansOf(mask, box, box.top + k));
  const cx = middleOf(rows.slice(0, Math.max(1, Math.round(0.6 * box.height))));
  const arms = (['left', 'right'] as const).map((side) => findArm(mask, box, rows, cx, side));
  return arms.filter((arm) => arm !== null);
}

function findArm(mask: Mask, box: PixelBox, rows: readonly Span[][], cx: number, side: 'left' | 'right') {
  const sign = side === 'left' ? -1 : 1;
  const edges = findDaylight(rows, cx, side);
  const [armpit] = edges.keys();
  if (armpit === undefined || edges.size < DAYLIGHT * box.height || armpit > SHOULDER * box.height) return null;
  const edge = edges.get(armpit)!;
  const lowest = [...edges.values()].at(-1)!;
  const outside = rows[armpit]!.filter(({ from, to }) => (side === 'left' ? to < edge : from > edge));
  const armSpan = side === 'left' ? outside.at(-1)! : outside[0]!;
  // Up along the body's side to the top of the shoulder; a head above it does not belong to the arm.
  let top = armpit;
  while (top > 0 && rows[top - 1]!.some(({ from, to }) => from <= edge + sign && edge + sign <= to)) top--;
  const radius = Math.max(1.5, Math.min((armSpan.to - armSpan.from + 1) / 2, Math.max(1.5, (armpit - top) / 2)));
  const pivot = [edge, box.top + Math.min(armpit, top + radius)] as const;
  const pixels = flood(mask, armSpan, box.top + armpit, (x, y) => {
    const k = y - box.top;
    // A hand may hang lower than the body is in one piece.
    const limit = k < armpit ? edge : (edges.get(k) ?? lowest);
    return k >= top && (limit - x) * sign < 0;
  });

  let [sx, sy] = [0, 0];
  for (const i of pixels) {
    sx += (i % mask.width) - pivot[0];
    sy += Math.floor(i / mask.width) - pivot[1];
  }
  const covered = mask.data.reduce((count, value) => count + (value >= 128 ? 1 : 0), 0);
  const share = pixels.length / covered;
  const length = (2 * Math.hypot(sx, sy)) / Math.max(1, pixels.length);
  if (share < AREA.min || share > AREA.max || length < MIN_LENGTH * radius) return null;
  return { side, pixels, pivot, radius, angle: Math.atan2(sy, sx) };
}

/**
 * Returns the body's edge by row (from the box's top) in the longest run of rows with a gap between it and another
 * span.
 */
function findDaylight(rows: readonly Span[][], cx: number, side: 'left' | 'right'): Map<number, number> {
  let longest = new Map<number, number>();
  let run = new Map<number, number>();
  for (const [k, spans] of rows.entries()) {
    const body = spans.find(({ from, to }) => from <= cx && cx <= to);
    const isFree = body && spans.some(({ from, to }) => (side === 'left' ? to < body.from : from > body.to));
    if (isFree) run.set(k, side === 'left' ? body.from : body.to);
    else run = new Map();
    if (run.size > longest.size) longest = run;
  }
  return longest;
}

/** Flood fills the covered pixels connected with a span of a row, limited by `isWithin`. */
function flood(mask: Mask, seed: Span, row: number, isWithin: (x: number, y: number) => boolean): number[] {
  const { width, height, data } = mask;
  const visited = new Uint8Array(width * height);
  const pixels: number[] = [];
  const take = (x: number, y: number): void => {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const i = y * width + x;
    if (visited[i] || data[i]! < 8 || !isWithin(x, y)) return;
    visited[i] = 1;
    pixels.push(i);
  };
  for (let x = seed.from; x <= seed.to; x++) take(x, row);
  for (let next = 0; next < pixels.length; next++) {
    const [x, y] = [pixels[next]! % width, Math.floor(pixels[next]! / width)];
    take(x - 1, y);
    take(x + 1, y);
    take(x, y - 1);
    take(x, y + 1);
  }
  return pixels;
}

function spansOf({ width, data }: Mask, box: PixelBox, y: number): Span[] {
  const spans: Span[] = [];
  for (let x = box.left, from = -1; x <= box.left + box.width; x++) {
    const isCovered = x < box.left + box.width && data[y * width + x]! >= 128;
    if (isCovered && from < 0) from = x;
    if (!isCovered && from >= 0) {
      spans.push({ from, to: x - 1 });
      from = -1;
    }
  }
  return spans;
}

/** Returns the middle column of the covered spans. */
function middleOf(rows: readonly Span[][]): number {
  let [sum, count] = [0, 0];
  for (const { from, to } of rows.flat()) {
    sum += ((from + to) / 2) * (to - from + 1);
    count += to - from + 1;
  }
  return Math.round(sum / Math.max(1, count));
}
