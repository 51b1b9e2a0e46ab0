/** Digits that a double represents exactly. */
const EXACT_DIGITS = 15;
const POWERS = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * Returns what `Number` returns for the ASCII text of a byte range, without a string for usual decimal numbers. The
 * range must not be empty.
 */
export function parseNumber(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  const sign = bytes[at]!;
  if (sign === 0x2d || sign === 0x2b) at++;
  let mantissa = 0;
  let digits = 0;
  let exponent = 0;
  let hasDigits = false;
  let isFraction = false;
  for (; at < to; at++) {
    const code = bytes[at]! - 0x30;
    if (code >= 0 && code <= 9) {
      hasDigits = true;
      mantissa = mantissa * 10 + code;
      if (mantissa > 0) digits++;
      if (isFraction) exponent--;
    } else if (code === -2 && !isFraction) isFraction = true;
    else break;
  }
  if (!hasDigits || digits > EXACT_DIGITS) return parseSlowly(bytes, from, to);
  if (at < to) {
    // `e` or `E`, and a whole number.
    if ((bytes[at]! | 0x20) !== 0x65) return parseSlowly(bytes, from, to);
    const power = parseInteger(bytes, at + 1, to);
    if (Number.isNaN(power)) return parseSlowly(bytes, from, to);
    exponent += power;
  }
  if (exponent < -22 || exponent > 22) return parseSlowly(bytes, from, to);
  // The mantissa and the power are exact, so that one rounding gives the nearest number.
  const value = exponent < 0 ? mantissa / POWERS[-exponent]! : mantissa * POWERS[exponent]!;
  return sign === 0x2d ? -value : value;
}

/** Returns the integer of up to nine digits in a byte range; NaN for everything else. */
export function parseInteger(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  const sign = bytes[at]!;
  if (sign === 0x2d || sign === 0x2b) at++;
  if (at >= to || to - at > 9) return NaN;
  let value = 0;
  for (; at < to; at++) {
    const code = bytes[at]! - 0x30;
    if (code < 0 || code > 9) return NaN;
    value = value * 10 + code;
  }
  return sign === 0x2d ? -value : value;
}

function parseSlowly(bytes: Uint8Array, from: number, to: number): number {
  return Number(Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1'));
}
