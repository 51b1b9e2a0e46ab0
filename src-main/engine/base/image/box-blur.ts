/**
 * Returns a copy smoothed by two passes of a moving average of 2 × `radius` + 1 values in each direction, edge values
 * repeated: close to a Gaussian of σ = 0.8 × radius. O(values), independent of the radius.
 */
export function boxBlur(values: Float32Array, width: number, height: number, radius: number): Float32Array {
  if (radius < 1) return values.slice();
  const across = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  for (let pass = 0; pass < 2; pass++) {
    blurRows(pass === 0 ? values : out, across, width, height, radius);
    blurColumns(across, out, width, height, radius);
  }
  return out;
}

function blurRows(from: Float32Array, to: Float32Array, width: number, height: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const last = row + width - 1;
    let sum = from[row]! * radius;
    for (let k = 0; k <= radius; k++) sum += from[Math.min(last, row + k)]!;
    for (let i = row; i <= last; i++) {
      to[i] = sum * share;
      const enters = i + radius + 1;
      const leaves = i - radius;
      sum += from[enters < last ? enters : last]! - from[leaves > row ? leaves : row]!;
    }
  }
}

/** Blurs row by row with a running sum for every column, so that memory is read in order. */
function blurColumns(from: Float32Array, to: Float32Array, width: number, height: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const rowAt = (y: number): number => width * Math.min(height - 1, Math.max(0, y));
  const sums = new Float64Array(width);
  for (let y = -radius; y <= radius; y++) {
    const row = rowAt(y);
    for (let x = 0; x < width; x++) sums[x]! += from[row + x]!;
  }
  for (let y = 0; y < height; y++) {
    const [row, enters, leaves] = [y * width, rowAt(y + radius + 1), rowAt(y - radius)];
    for (let x = 0; x < width; x++) {
      to[row + x] = sums[x]! * share;
      sums[x]! += from[enters + x]! - from[leaves + x]!;
    }
  }
}

/**
 * Blurs weighted values only (weights 0 to 255): values without weight do not bleed in. Values without any weight
 * nearby are unchanged.
 */
export function blurWithin(
  values: Float32Array,
  weights: Uint8Array,
  width: number,
  height: number,
  radius: number,
): Float32Array {
  const shares = boxBlur(Float32Array.from(weights), width, height, radius);
  const sums = boxBlur(
    values.map((value, i) => value * weights[i]!),
    width,
    height,
    radius,
  );
  return sums.map((sum, i) => (shares[i]! > 0.5 ? sum / shares[i]! : values[i]!));
}
