import { hex, type Rgb } from '../material/finish.ts';

/** Colour words in English; the words of one row are synonyms. */
const ROWS: readonly (readonly [words: string, color: string])[] = [
  ['red', '#c0282d'],
  ['crimson scarlet', '#a3142a'],
  ['maroon burgundy', '#6b1a2b'],
  ['orange', '#e5792a'],
  ['amber', '#e8a023'],
  ['yellow', '#edc531'],
  ['lemon', '#f2e14c'],
  ['lime', '#9bcc3a'],
  ['green', '#3c8f45'],
  ['olive', '#767a35'],
  ['mint', '#9adbb9'],
  ['emerald', '#1c8f62'],
  ['teal', '#1d8583'],
  ['turquoise', '#3cbfb8'],
  ['cyan aqua', '#35b8d4'],
  ['blue', '#2c5fb3'],
  ['navy', '#1e2d55'],
  ['indigo', '#3f3a8c'],
  ['azure', '#3f8fdd'],
  ['sky', '#7fb9e6'],
  ['purple', '#70399b'],
  ['violet', '#7b4bc0'],
  ['lavender lilac', '#b7a3dc'],
  ['magenta fuchsia', '#c3338f'],
  ['pink', '#e889a9'],
  ['rose', '#d86a7f'],
  ['coral', '#ee7f66'],
  ['salmon', '#ee9580'],
  ['peach', '#f3bb93'],
  ['brown', '#7a4f30'],
  ['chestnut', '#7c4027'],
  ['tan', '#c8a377'],
  ['beige', '#dccbad'],
  ['cream ivory', '#f1e8d2'],
  ['khaki', '#b5a673'],
  ['white', '#f0efec'],
  ['black', '#1d1d20'],
  ['grey gray', '#85888c'],
  ['charcoal', '#3a3c40'],
];

/** sRGB by lower-case colour word. */
export const COLORS: ReadonlyMap<string, Rgb> = new Map(
  ROWS.flatMap(([words, color]) => words.split(' ').map((word) => [word, hex(color)] as const)),
);
