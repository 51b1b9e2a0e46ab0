import { expect, test } from 'vitest';
import { ModelError } from '../../../../src-main/engine/base/errors/model-error.ts';
import { forEachElement } from '../../../../src-main/engine/files/3mf/xml-elements.ts';
import { parseObj } from '../../../../src-main/engine/files/obj/parse-obj.ts';
import { readStl } from '../../../../src-main/engine/files/stl/read-stl.ts';
import { parseUsda } from '../../../../src-main/engine/files/usd/read/parse-usda.ts';
import { toModelFile } from '../../../../src-main/engine/files/zip/model-file.ts';
import { parseTextFbx } from '../../../../src-main/engine/files/fbx/read/parse-text-fbx.ts';

const HEAD = '; FBX 7.4.0 project file\n';

/** Runs a parser on a text that may be damaged, and returns the milliseconds it takes. */
async function measure(parse: (bytes: Uint8Array) => unknown, text: string): Promise<number> {
  const bytes = Buffer.from(text);
  const start = performance.now();
  try {
    await parse(bytes);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
  }
  return performance.now() - start;
}

test.each([
  ['spaces before the numbers of an array that does not end', `${HEAD}a: *3 {a:${' '.repeat(400_000)}`],
  ['spaces before an array', `${HEAD}a: *3 ${' '.repeat(400_000)}`],
  ['spaces between values', `${HEAD}a: ${`1${' '.repeat(400)}`.repeat(1_000)}`],
  ['a name without a colon', `${HEAD}${'a'.repeat(400_000)}`],
  ['quotes that do not end', `${HEAD}a: ${'"'.repeat(400_001)}`],
])('text FBX: %s take linear time', async (_, text) => expect(await measure(parseTextFbx, text)).toBeLessThan(2_000));

const SPACES = ' '.repeat(400_000);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const PARSERS = {
  OBJ: (bytes: Uint8Array) => parseObj(toModelFile(bytes).pieces()),
  STL: (bytes: Uint8Array) => readStl(toModelFile(bytes)),
  USDA: (bytes: Uint8Array) => parseUsda(decode(bytes), ''),
  '3MF': (bytes: Uint8Array) => forEachElement(decode(bytes), { open: () => undefined, close: () => undefined }),
};
/** A USD text whose prim has an open block. */
const VARIANTS = '#usda 1.0\ndef "a" { variantSet "a" = { ';

test.each<[keyof typeof PARSERS, string, string]>([
  ['OBJ', 'spaces in a statement', `v 0${SPACES}0 0\nmtllib${SPACES}\u2028a`],
  ['OBJ', 'joined lines', 'a \\\n'.repeat(100_000)],
  ['OBJ', 'colours after many points', `${'v 0 0 0\n'.repeat(40_000)}v 0 0 0 1 1 1\n`],
  ['STL', 'spaces after a word', `solid a\nvertex${SPACES}\nendsolid`],
  ['STL', 'words without numbers', `solid a\n${'vertex '.repeat(60_000)}endsolid`],
  ['USDA', 'spaces and comments', `#usda 1.0\n#${SPACES}\ndef "a" (${SPACES}`],
  ['USDA', 'quotes that do not end', `${VARIANTS}${'" \n'.repeat(100_000)}`],
  ['USDA', 'long quotes that do not end', `${VARIANTS}"""'''@@@${SPACES}`],
  ['USDA', 'assets that do not end', `${VARIANTS}${'@ \n'.repeat(100_000)}`],
  ['USDA', 'nested lists', `#usda 1.0\ndef "a" { int[] a = ${'[('.repeat(100_000)}`],
  ['USDA', 'lists that are not only numbers', `#usda 1.0\ndef "a" { a b = [${'(1, 2, "a"), '.repeat(30_000)}`],
  ['3MF', 'spaces in a tag', `<a${SPACES}`],
  ['3MF', 'spaces between attributes', `<a b="c"${SPACES}d`],
  ['3MF', 'a long attribute name', `<a ${'b'.repeat(400_000)}`],
  ['3MF', 'many attributes', `<a ${'b="c" '.repeat(60_000)}/>`],
  ['3MF', 'comments', `${'<!---->'.repeat(50_000)}<a/>`],
])('%s: %s take linear time', async (format, _, text) =>
  expect(await measure((bytes) => PARSERS[format](bytes), text)).toBeLessThan(2_000),
);
