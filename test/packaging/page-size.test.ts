import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const PAGE = path.resolve(import.meta.dirname, '../../dist/renderer');

/** Largest size of the scripts that the page needs before it shows anything, compressed. */
const LIMIT_BYTES = 200_000;

/** The first script and all that it imports statically, which the build lists in the page. */
function firstScripts(): string[] {
  const html = readFileSync(path.join(PAGE, 'index.html'), 'utf8');
  return [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, file]) => path.join(PAGE, file ?? ''));
}

test('the first script of the page stays within its limit, in every form that is served', () => {
  const scripts = firstScripts();
  expect(scripts).not.toEqual([]);
  for (const suffix of ['.br', '.gz']) {
    const bytes = scripts.reduce((sum, script) => sum + readFileSync(script + suffix).length, 0);
    expect([suffix, bytes <= LIMIT_BYTES, bytes]).toEqual([suffix, true, bytes]);
  }
});

test('the compressed forms are those of the file', () => {
  for (const script of firstScripts()) {
    const plain = readFileSync(script);
    expect(brotliDecompressSync(readFileSync(`${script}.br`)).equals(plain)).toBe(true);
    expect(gunzipSync(readFileSync(`${script}.gz`)).equals(plain)).toBe(true);
  }
});

test('the first script holds neither the Chinese texts nor the schema library', () => {
  for (const script of firstScripts()) {
    const code = readFileSync(script, 'utf8');
    // The language's own name, and the units of short times.
    expect(code.match(/\p{Script=Han}+/gu)).toEqual(expect.arrayContaining(['简体中文']));
    expect(code.match(/\p{Script=Han}/gu)?.length).toBeLessThan(10);
    expect(code).not.toContain('invalid_union');
  }
});
