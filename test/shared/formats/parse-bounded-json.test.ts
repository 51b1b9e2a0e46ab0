import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JSON_LIMITS, JsonLimitError, parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';

describe('JSON from outside', () => {
  test('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseBoundedJson(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });

  test('that is no JSON is a SyntaxError, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', '\\', '{', '[', ',', ':', '1', ' ', '}', ']') }), (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (isJson) expect(parseBoundedJson(text)).toEqual(JSON.parse(text));
        else expect(() => parseBoundedJson(text)).toThrow(SyntaxError);
      }),
      { numRuns: 5_000, seed: 7 },
    );
  });

  test('is counted outside of strings only', () => {
    const limits = { values: 5, depth: 2 };
    expect(parseBoundedJson('["a,b,c,d,e,f,[[[[\\",,,,,,"]', limits)).toEqual(['a,b,c,d,e,f,[[[[",,,,,,']);
    expect(parseBoundedJson('["\\\\",1]', limits)).toEqual(['\\', 1]);
    expect(() => parseBoundedJson('[1,2,3,4,5]', limits)).toThrow(JsonLimitError);
    expect(() => parseBoundedJson('[[[]]]', limits)).toThrow(JsonLimitError);
  });

  test.each([
    ['19 MB of wrong values', `[${'1,'.repeat(9_500_000)}1]`],
    ['members without end', `{${'"a":1,'.repeat(JSON_LIMITS.values)}"b":2}`],
    ['nesting without end', '['.repeat(1_000_000)],
    ['a string of backslashes that never ends', `["${'\\'.repeat(5_000_000)}`],
    ['quotes and backslashes', `["${'\\"'.repeat(2_000_000)}`],
  ])('%s is refused before anything is created', (_, text) => {
    expect(() => parseBoundedJson(text)).toThrow(SyntaxError);
  });
});
