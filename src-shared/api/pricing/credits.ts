import { z } from 'zod';

/**
 * The service's money as whole hundredths of a credit (spec 2.2: up to two decimals, never a binary float).
 * 110.00 credits are 11000. Sums stay exact up to 90 trillion credits; one amount has at most 13 digits before the point.
 */
export type Credits = number & { readonly __unit: 'hundredths' };

const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d+))?$/;

/** Reads a decimal such as `110`, `110.5` or `"110.50"`; null when it is no decimal or has more than two places. */
export function parseCredits(value: number | string): Credits | null {
  const match = DECIMAL.exec(String(value));
  if (!match) return null;
  const [, sign, whole = '0', fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(2))) return null;
  const hundredths = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  return toCredits(sign === '-' ? -hundredths : hundredths);
}

/** Marks whole hundredths as credits; throws on a fraction, because a fraction means a sum went wrong before. */
export function toCredits(hundredths: number): Credits {
  if (!Number.isSafeInteger(hundredths)) throw new RangeError(`Not whole hundredths of a credit: ${hundredths}`);
  return (hundredths === 0 ? 0 : hundredths) as Credits;
}

/** Two decimals, no grouping: `110.00`. */
export function formatCredits(credits: Credits): string {
  const sign = credits < 0 ? '-' : '';
  const digits = String(Math.abs(credits)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The JSON number the wire carries; its shortest decimal form is exact at two places. */
export function toWireCredits(credits: Credits): number {
  return credits / 100;
}

/** Sum of amounts. */
export function addCredits(...amounts: readonly Credits[]): Credits {
  return toCredits(amounts.reduce((sum, amount) => sum + amount, 0));
}

/** No money. */
export const ZERO_CREDITS = toCredits(0);

/** A wire number or decimal string, read as credits; NaN, infinities and more than two decimals are refused. */
export const wireCredits = z.union([z.number(), z.string()]).transform((value, context): Credits => {
  const credits = parseCredits(value);
  if (credits !== null) return credits;
  context.addIssue({ code: 'custom', message: 'Expected a decimal with at most two places' });
  return z.NEVER;
});
