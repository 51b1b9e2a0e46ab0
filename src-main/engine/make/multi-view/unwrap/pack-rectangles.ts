/** Size of a chart in any unit. */
export interface RectangleSize {
  readonly width: number;
  readonly height: number;
}

/** Where charts lie in a square texture, in texels. */
export interface RectanglePacking {
  /** Texels per unit of the sizes. */
  readonly scale: number;
  /** Left edge and top edge of each chart. */
  readonly places: readonly (readonly [x: number, y: number])[];
}

/** Halvings of the search for the scale: after them it is right to a thousandth. */
const ROUNDS = 12;

/**
 * Packs rectangles on shelves into a square of `size` texels, tallest first, as large as they all fit at one common
 * scale, with `gap` texels around each. O(n log n). With more charts than there is room for even at scale 0, they end
 * up in a row of points inside the square.
 */
export function packRectangles(charts: readonly RectangleSize[], size: number, gap: number): RectanglePacking {
  const order = charts.map((_, i) => i).sort((a, b) => charts[b]!.height - charts[a]!.height || a - b);
  const longest = charts.reduce((most, { width, height }) => Math.max(most, width, height), 1e-9);
  let low = 0;
  let high = (size - 2 * gap) / longest;
  let best = layOut(charts, order, size, gap, low);
  for (let round = 0; round < ROUNDS; round++) {
    const scale = round === 0 ? high : (low + high) / 2;
    const tried = layOut(charts, order, size, gap, scale);
    if (tried.isFitting) {
      best = tried;
      low = scale;
    } else {
      high = scale;
    }
  }
  return { scale: low, places: best.places };
}

function layOut(charts: readonly RectangleSize[], order: readonly number[], size: number, gap: number, scale: number) {
  const places: (readonly [number, number])[] = charts.map(() => [0, 0]);
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
    places[chart] = [Math.min(x, size - gap), Math.min(y, size - gap)];
    x += width + gap;
    shelf = Math.max(shelf, height);
  }
  return { places, isFitting };
}
