import { parseDecimal } from './language/parse-decimal.ts';

/** Whole hundredths of a credit: sums and comparisons never use binary fractions. */
type Hundredths = bigint;

const TYPED = /^\d{1,13}(?:\.\d{1,2})?$/;

/** Adds decimal strings: `110.00`, `5.5` → `115.50`. */
export function addAmounts(...amounts: readonly string[]): string {
  return toAmount(amounts.reduce((sum, amount) => sum + toHundredths(amount), 0n));
}

/** Subtracts decimal strings; a negative result starts with `-`. */
export function subtractAmounts(from: string, ...amounts: readonly string[]): string {
  return toAmount(amounts.reduce((left, amount) => left - toHundredths(amount), toHundredths(from)));
}

/** Multiplies a decimal string by a whole number: `110.00` × 3 → `330.00`. */
export function multiplyAmount(amount: string, count: number): string {
  return toAmount(toHundredths(amount) * BigInt(count));
}

/** True if one amount is greater than the other. */
export function isGreaterAmount(one: string, other: string): boolean {
  return toHundredths(one) > toHundredths(other);
}

/** True if an amount is not zero. */
export function isNonZeroAmount(amount: string): boolean {
  return toHundredths(amount) !== 0n;
}

/** Returns a part's share of a whole, 0 to 1; 0 if the whole is zero. Inexact, for progress bars only. */
export function shareOf(part: string, whole: string): number {
  const [one, all] = [toHundredths(part), toHundredths(whole)];
  return all <= 0n ? 0 : Math.min(Math.max(Number((one * 10_000n) / all) / 10_000, 0), 1);
}

/** Parses a typed amount such as `3,500` or `12,5` (see `parseDecimal`) to a decimal string; null if it is invalid. */
export function parseAmount(typed: string): string | null {
  const plain = parseDecimal(typed);
  return plain !== null && TYPED.test(plain) ? toAmount(toHundredths(plain)) : null;
}

function toHundredths(amount: string): Hundredths {
  const negative = amount.startsWith('-');
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.padEnd(2, '0').slice(0, 2));
  return negative ? -digits : digits;
}

function toAmount(hundredths: Hundredths): string {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
