import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFlatJsonReader } from '../../../../src-main/local-service/generators/hunyuan3d/flat-json-reader.ts';
import { readStatus } from '../../../../src-main/local-service/generators/hunyuan3d/read-status.ts';
import { writeHalves } from '../../../helpers/partial-writes.ts';
import { makeTempFolder } from '../../../helpers/temp-folder.ts';

const { signal } = new AbortController();

/** The strings of an object that arrives in pieces of `size` bytes. */
function readStrings(text: string, size: number): Record<string, string> {
  const found: Record<string, string> = {};
  const reader = createFlatJsonReader((key, piece) => (found[key] = (found[key] ?? '') + piece.toString('latin1')));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  reader.end();
  return found;
}

describe('the reader of a flat object', () => {
  const text = ' {"a" : "one", "b":null,"c":-1.5e3, "d":"x\\/y\\"z\\\\ \\u00e4\\n.","e":""} \n';

  test.each([1, 2, 3, 7, 1_000])('finds the same strings in pieces of %d bytes', (size) => {
    expect(readStrings(text, size)).toEqual({ a: 'one', d: 'x/y"z\\   .' });
  });

  test('searches a chunk once for the end of a string with many escapes', () => {
    let found = '';
    const reader = createFlatJsonReader((_, piece) => (found += piece.toString('latin1')));
    reader.push(Buffer.from('{"a":"'));
    const search = vi.spyOn(Buffer.prototype, 'indexOf');
    onTestFinished(() => search.mockRestore());
    reader.push(Buffer.from('\\/'.repeat(1_000)));
    expect(search.mock.calls.filter(([value]) => value === 0x22)).toHaveLength(1);
    reader.push(Buffer.from('x\\"y"}'));
    reader.end();
    expect(found).toBe(`${'/'.repeat(1_000)}x"y`);
  });

  test.each([
    '',
    '{',
    '[]',
    '{"a":{"b":1}}',
    '{"a":"b"',
    '{"a" "b"}',
    '{"a":"b"}x',
    '<html>',
    `{"${'k'.repeat(300)}":1}`,
  ])('refuses %s', (wrong) => expect(() => readStrings(wrong, 1)).toThrow(SyntaxError));
});

describe('the model in a status', () => {
  const open = (chunks: readonly string[]) => ({
    ...{ status: 200, bytes: 0 },
    body: Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
  });

  test('is decoded to a file, wherever its base64 is cut', async () => {
    const file = path.join(makeTempFolder(), 'result');
    const model = Buffer.from(Array.from({ length: 1_000 }, (_, at) => (at * 7) % 256));
    const text = JSON.stringify({ status: 'completed', model_base64: model.toString('base64'), message: 'ä' });
    const chunks = text.match(/.{1,3}/gsu) ?? [];
    const status = await readStatus(open(chunks), { file, name: 'Hy', signal });
    expect(status).toEqual({ status: 'completed', message: 'ä', modelBytes: 1_000 });
    expect(readFileSync(file).equals(model)).toBe(true);
  });

  test('is written completely, also if the disk takes a part of it at a time', async () => {
    const file = path.join(makeTempFolder(), 'result');
    const model = Buffer.alloc(1_000, 7);
    const text = JSON.stringify({ status: 'completed', model_base64: model.toString('base64') });
    await writeHalves();
    await readStatus(open([text]), { file, name: 'Hy', signal });
    expect(readFileSync(file).equals(model)).toBe(true);
  });

  test('is refused above the limit, before it is on the disk', async () => {
    const file = path.join(makeTempFolder(), 'result');
    const endless = Readable.from(
      (function* () {
        yield Buffer.from('{"status":"completed","model_base64":"');
        for (;;) yield Buffer.alloc(4_096, 'A');
      })(),
    );
    const reading = readStatus(
      { status: 200, bytes: 0, body: endless },
      { file, name: 'Hy', signal, maxBytes: 100_000 },
    );
    await expect(reading).rejects.toMatchObject({ code: 2022 });
    expect(statSync(file).size).toBeLessThanOrEqual(100_000);
  });
});
