/** Returns 0 up to `low`, 1 from `high`, and a smooth transition between them. */
export function smoothstep(value: number, low: number, high: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}
