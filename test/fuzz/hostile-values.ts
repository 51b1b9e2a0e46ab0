import type { Prng } from '../simulation/prng.ts';

const COUNTS = [0, 1, 2, 3, 7, 255, 256, 1_000, 65_535, 65_536, 100_001, 1_000_001, 16_777_217, 100_000_000];
const WORDS = [0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];
const NUMBERS = [0, -0, 1, -1, 0.5, 1e-320, 1e38, 3.5e38, 1e308, -1e308, 1e15, NaN, Infinity, -Infinity];
const NUMBER_TEXTS = [
  'nan',
  '-nan',
  'inf',
  '1e999',
  '-1e999',
  '-',
  '+',
  '.',
  '1.',
  '.5',
  '0x10',
  '1_0',
  '1e',
  '--1',
  '1,5',
];

const TEXTS = [
  'a',
  '',
  ' ',
  '\0',
  'a\0b',
  '\n',
  '"',
  "'",
  '\\',
  '..',
  '../../a',
  '/etc/passwd',
  'C:\\a',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '%',
  '%ff%00',
  '\u202egnp.a',
  '\ud800',
  '\ufeff',
  '😀',
  'é'.normalize('NFD'),
  '<a>&amp;',
  '{name}',
  'null',
  '💥'.repeat(90),
];

/** Below this size repeated parts stay, so that a case is cheap to write and to send. */
const MAX_REPEATED = 400_000;

/** A count that is mostly small and sometimes far too large for any file; fits 32 bits. */
export function hostileCount(prng: Prng): number {
  if (prng.chance(0.15)) return prng.pick(WORDS);
  return prng.chance(0.4) ? prng.pick(COUNTS) : prng.integer(12);
}

/** How many times a part is repeated: mostly a few, sometimes as often as `bytes` allow. */
export function repeats(prng: Prng, bytes: number): number {
  if (!prng.chance(0.06)) return 1 + prng.integer(6);
  return Math.max(1, Math.floor((prng.fraction() * MAX_REPEATED) / Math.max(1, bytes)));
}

/** A number that is sometimes not finite or very large. */
export function hostileNumber(prng: Prng): number {
  return prng.chance(0.3) ? prng.pick(NUMBERS) : prng.between(0, 4) - 2;
}

/** A number as text, sometimes malformed. */
export function hostileNumberText(prng: Prng): string {
  if (prng.chance(0.006)) return prng.pick(NUMBER_TEXTS);
  if (prng.chance(0.002)) return '9'.repeat(1 + prng.integer(2_000));
  return String(prng.chance(0.008) ? hostileNumber(prng) : Math.round(prng.between(0, 8) * 4) / 4);
}

/** A text: ordinary, empty, very long, or with characters that names, paths and patterns do not expect. */
export function hostileText(prng: Prng): string {
  if (prng.chance(0.03)) return prng.pick(['a', ' ', '(', '\\', 'é', '.']).repeat(1 + prng.integer(60_000));
  return prng.chance(0.5) ? prng.pick(TEXTS) : `n${prng.integer(9)}`;
}

/** `value`, or with a small probability what `otherwise` makes of nothing. */
export function orRarely<T>(prng: Prng, value: T, otherwise: () => T, probability = 0.06): T {
  return prng.chance(probability) ? otherwise() : value;
}

/** A list of a few elements, made by their index. */
export function few<T>(prng: Prng, most: number, make: (at: number) => T): T[] {
  return Array.from({ length: prng.integer(most + 1) }, (_, at) => make(at));
}
