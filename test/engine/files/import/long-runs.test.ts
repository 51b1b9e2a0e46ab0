import { expect, test } from 'vitest';
import { ModelError } from '../../../../src-main/engine/base/errors/model-error.ts';
import { parseTextFbx } from '../../../../src-main/engine/files/fbx/read/parse-text-fbx.ts';

const HEAD = '; FBX 7.4.0 project file\n';

/** Runs a parser on a text that may be damaged, and returns the milliseconds it takes. */
function measure(parse: (bytes: Uint8Array) => unknown, text: string): number {
  const bytes = Buffer.from(text);
  const start = performance.now();
  try {
    parse(bytes);
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
])('text FBX: %s take linear time', (_, text) => expect(measure(parseTextFbx, text)).toBeLessThan(2_000));
