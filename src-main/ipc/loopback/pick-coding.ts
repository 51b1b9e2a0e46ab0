/** Content codings that the build writes beside a file of the page, and their suffixes; the smallest first. */
export const CODINGS = { br: '.br', gzip: '.gz' } as const;

type Coding = keyof typeof CODINGS;

/**
 * Returns the coding that an `Accept-Encoding` header prefers (RFC 9110, 12.5.3); the smaller one if it accepts both
 * alike. Null if it accepts neither.
 */
export function pickCoding(header: string): Coding | null {
  const weights = new Map(header.split(',').map(parseWeight));
  const weightOf = (coding: Coding): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br';
  return weightOf(best) > 0 ? best : null;
}

/** Parses `br;q=0.8`; a weight that is not a number counts as 0. */
function parseWeight(item: string): readonly [coding: string, weight: number] {
  const [coding = '', ...params] = item.split(';').map((part) => part.trim().toLowerCase());
  const weight = params.find((param) => param.startsWith('q='))?.slice(2) ?? '1';
  return [coding, Number(weight) || 0];
}
