/** Linear light 0 to 1 for each sRGB byte (IEC 61966-2-1). */
export const LINEAR_OF_BYTE: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Steps of the table below: fine enough that no dark byte is skipped. */
const STEPS = 4096;
const BYTE_OF_LINEAR = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
  const value = step / STEPS;
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));
});

/** Converts a linear value to an sRGB byte; values outside 0 to 1 are clamped, NaN is black. */
export function toSrgbByte(linear: number): number {
  return BYTE_OF_LINEAR[linear >= 1 ? STEPS : linear > 0 ? Math.round(linear * STEPS) : 0]!;
}
