import { z } from 'zod';

/**
 * An amount in whole hundredths of a credit (spec 2.2: up to two decimals, never a binary float). 110.00 credits are
 * 11000. Sums are exact up to 90 trillion credits; a single amount has at most 13 digits before the point.
 */
export type Credits = number & { readonly __unit: 'hundredths' };

const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d+))?$/;

/** Parses a decimal such as `110`, `110.5` or `"110.50"`; null if it is invalid or has more than two decimals. */
export function parseCredits(value: number | string): Credits | null {
  const match = DECIMAL.exec(String(value));
  if (!match) return null;
  const [, sign, whole = '0', fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(2))) return null;
  const hundredths = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  return toCredits(sign === '-' ? -hundredths : hundredths);
}

/** Casts whole hundredths to credits; throws on a fraction, because that indicates an earlier error. */
export function toCredits(hundredths: number): Credits {
  if (!Number.isSafeInteger(hundredths)) throw new RangeError(`Not whole hundredths of a credit: ${hundredths}`);
  return (hundredths === 0 ? 0 : hundredths) as Credits;
}

/** Formats an amount with two decimals and no grouping: `110.00`. */
export function formatCredits(credits: Credits): string {
  const sign = credits < 0 ? '-' : '';
  const digits = String(Math.abs(credits)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Converts an amount to the JSON number on the wire; its shortest decimal form is exact at two decimals. */
export function toWireCredits(credits: Credits): number {
  return credits / 100;
}

/** Adds amounts. */
export function addCredits(...amounts: readonly Credits[]): Credits {
  return sumCredits(amounts);
}

/** Adds the amounts of a list, which may be too long for the arguments of a call. */
export function sumCredits(amounts: readonly Credits[]): Credits {
  return toCredits(amounts.reduce((sum, amount) => sum + amount, 0));
}

export const ZERO_CREDITS = toCredits(0);

/** A wire number or decimal string, parsed to credits; rejects NaN, infinities and more than two decimals. */
export const wireCredits = z.union([z.number(), z.string()]).transform((value, context): Credits => {
  const credits = parseCredits(value);
  if (credits !== null) return credits;
  context.addIssue({ code: 'custom', message: 'Expected a decimal with at most two places' });
  return z.NEVER;
});
