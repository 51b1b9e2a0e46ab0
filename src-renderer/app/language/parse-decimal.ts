/** Thousands in groups of three, with one kind of separator; no group stands before a leading zero. */
const GROUPED = [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, /^[1-9]\d{0,2}(?:([\s_'’])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/];
/** Groups with points: a single one is a decimal point. */
const POINTED = /^[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;
const PLAIN = /^(?:\d+(?:[.,]\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/**
 * Parses a typed number to plain text that `Number` reads: `3,500` → `3500`, `12,5` → `12.5`, `1 250,50` → `1250.50`,
 * `-0,125` → `-0.125`. A comma separates thousands where it can, as in the numbers that Dropforge shows, and is the decimal
 * mark otherwise. Returns null if the text is no number, or its separators contradict each other.
 */
export function parseDecimal(typed: string): string | null {
  const [, sign = '', digits = ''] = /^([-−]?)(.*)$/s.exec(typed.trim()) ?? [];
  const plain = toPlain(digits);
  return plain === null ? null : `${sign === '' ? '' : '-'}${plain}`;
}

function toPlain(digits: string): string | null {
  const [commas, others] = GROUPED.map((grouped) => grouped.test(digits));
  if (commas) return digits.replaceAll(',', '');
  if (others) return digits.replaceAll(/[\s_'’]/g, '').replace(',', '.');
  if (POINTED.test(digits)) return digits.replaceAll('.', '').replace(',', '.');
  return PLAIN.test(digits) ? digits.replace(',', '.') : null;
}
