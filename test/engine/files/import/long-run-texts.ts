/** Text formats of models whose parsers get long runs. */
export type TextFormat = 'FBX' | 'OBJ' | 'MTL' | 'MTL images' | 'STL' | 'USDA' | '3MF';

const FBX = '; FBX 7.4.0 project file\n';
const SPACES = ' '.repeat(400_000);
/** A USD text whose prim has an open block. */
const VARIANTS = '#usda 1.0\ndef "a" { variantSet "a" = { ';

/** Texts with long runs, most of them damaged: the format, what it has many of, and the text. */
export const LONG_RUN_TEXTS: readonly (readonly [TextFormat, string, string])[] = [
  ['FBX', 'spaces before the numbers of an array that does not end', `${FBX}a: *3 {a:${SPACES}`],
  ['FBX', 'spaces before an array', `${FBX}a: *3 ${SPACES}`],
  ['FBX', 'spaces between values', `${FBX}a: ${`1${' '.repeat(400)}`.repeat(1_000)}`],
  ['FBX', 'letters of a name without a colon', `${FBX}${'a'.repeat(400_000)}`],
  ['FBX', 'quotes that do not end', `${FBX}a: ${'"'.repeat(400_001)}`],
  ['OBJ', 'spaces in a statement', `v 0${SPACES}0 0\nmtllib${SPACES}\u2028a`],
  ['OBJ', 'joined lines', 'a \\\n'.repeat(100_000)],
  ['OBJ', 'points without colours before one with colours', `${'v 0 0 0\n'.repeat(40_000)}v 0 0 0 1 1 1\n`],
  ['MTL', 'options of a map', `newmtl a\nmap_Kd ${'-s 1 '.repeat(40_000)}a.png`],
  ['MTL images', 'options of a map', `map_Kd ${'-s 1 '.repeat(40_000)}a.png`],
  ['STL', 'spaces after a word', `solid a\nvertex${SPACES}\nendsolid`],
  ['STL', 'words without numbers', `solid a\n${'vertex '.repeat(60_000)}endsolid`],
  ['USDA', 'spaces and comments', `#usda 1.0\n#${SPACES}\ndef "a" (${SPACES}`],
  ['USDA', 'quotes that do not end', `${VARIANTS}${'" \n'.repeat(100_000)}`],
  ['USDA', 'quotes and escapes of a quote', `${VARIANTS}${"'\\".repeat(20_000)}`],
  ['USDA', 'spaces in quotes that do not end', `${VARIANTS}"""'''@@@${SPACES}`],
  ['USDA', 'assets that do not end', `${VARIANTS}${'@ \n'.repeat(100_000)}`],
  ['USDA', 'nested lists', `#usda 1.0\ndef "a" { int[] a = ${'[(\n'.repeat(100_000)}`],
  ['USDA', 'lists that are not only numbers', `#usda 1.0\ndef "a" { a b = [${'(1, 2, "a"),\n'.repeat(30_000)}`],
  ['3MF', 'spaces in a tag', `<a${SPACES}`],
  ['3MF', 'spaces between attributes', `<a b="c"${SPACES}d`],
  ['3MF', 'letters of an attribute’s name', `<a ${'b'.repeat(400_000)}`],
  ['3MF', 'attributes', `<a ${'b="c" '.repeat(60_000)}/>`],
  ['3MF', 'comments', `${'<!---->'.repeat(50_000)}<a/>`],
];
