/** Whole hundredths of a credit: the page adds and compares in them, never in binary fractions. */
type Hundredths = bigint;

const TYPED = /^\d{1,13}(?:\.\d{1,2})?$/;

/** The sum of decimal strings: `110.00`, `5.5` → `115.50`. */
export function addAmounts(...amounts: readonly string[]): string {
  return toAmount(amounts.reduce((sum, amount) => sum + toHundredths(amount), 0n));
}

/** What is left of an amount; below nothing it starts with `-`. */
export function subtractAmounts(from: string, ...amounts: readonly string[]): string {
  return toAmount(amounts.reduce((left, amount) => left - toHundredths(amount), toHundredths(from)));
}

/** Whether one amount is more than another. */
export function isGreaterAmount(one: string, other: string): boolean {
  return toHundredths(one) > toHundredths(other);
}

/** Whether an amount is something at all. */
export function isNonZeroAmount(amount: string): boolean {
  return toHundredths(amount) !== 0n;
}

/** How much of a whole a part is, 0 to 1; 0 of nothing. For bars only, so that a fraction may be inexact. */
export function shareOf(part: string, whole: string): number {
  const [one, all] = [toHundredths(part), toHundredths(whole)];
  return all <= 0n ? 0 : Math.min(Math.max(Number((one * 10_000n) / all) / 10_000, 0), 1);
}

/** What a person typed as an amount, such as `3,500` or `12.5`, as main takes it; null when it is none. */
export function parseAmount(typed: string): string | null {
  const plain = typed.trim().replaceAll(/[,\s]/g, '');
  return TYPED.test(plain) ? toAmount(toHundredths(plain)) : null;
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
