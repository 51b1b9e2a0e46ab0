/** Size of a chart in any unit. */
export interface RectangleSize {
  readonly width: number;
  readonly height: number;
}

/** Positions of charts in a square texture, in texels. */
export interface RectanglePacking {
  /** Texels per unit of the sizes. */
  readonly scale: number;
  /** Left and top edge of each chart. */
  readonly offsets: readonly (readonly [x: number, y: number])[];
}

/** Bisection steps for the scale, which give a precision of a thousandth. */
const ROUNDS = 12;

/**
 * Packs rectangles on shelves in a square of `size` texels, tallest first, at the largest common scale at which all
 * fit, with `gap` texels around each. O(n log n). If there are more charts than fit even at scale 0, all become points,
 * the surplus ones in the last row of the square.
 */
export function packRectangles(charts: readonly RectangleSize[], size: number, gap: number): RectanglePacking {
  const order = charts.map((_, i) => i).sort((a, b) => charts[b]!.height - charts[a]!.height || a - b);
  const longest = charts.reduce((max, { width, height }) => Math.max(max, width, height), 1e-9);
  let low = 0;
  let high = (size - 2 * gap) / longest;
  let best = layOut(charts, order, size, gap, low);
  for (let round = 0; round < ROUNDS; round++) {
    const scale = round === 0 ? high : (low + high) / 2;
    const layout = layOut(charts, order, size, gap, scale);
    if (layout.isFitting) {
      best = layout;
      low = scale;
    } else {
      high = scale;
    }
  }
  return { scale: low, offsets: best.offsets };
}

function layOut(charts: readonly RectangleSize[], order: readonly number[], size: number, gap: number, scale: number) {
  const offsets: (readonly [number, number])[] = charts.map(() => [0, 0]);
  let [x, y, shelf] = [gap, gap, 0];
  let isFitting = true;
  for (const chart of order) {
    const width = Math.ceil(charts[chart]!.width * scale);
    const height = Math.ceil(charts[chart]!.height * scale);
    if (x + width + gap > size) {
      x = gap;
      y += shelf + gap;
      shelf = 0;
    }
    if (y + height + gap > size) isFitting = false;
    offsets[chart] = [Math.min(x, size - gap), Math.min(y, size - gap)];
    x += width + gap;
    shelf = Math.max(shelf, height);
  }
  return { offsets, isFitting };
}
