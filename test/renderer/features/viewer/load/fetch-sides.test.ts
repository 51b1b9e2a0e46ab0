import { expect, test } from 'vitest';
import { fetchSides } from '../../../../../src-renderer/features/viewer/load/fetch-sides.ts';

const encode = (lines: readonly string[]): ArrayBuffer => new TextEncoder().encode(lines.join('\n')).buffer;
const repeat = (count: number, line: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => line(at));

/** Fetches the companion files of an OBJ from these, by name; `asked`: the names that were asked for. */
async function fetchFrom(obj: readonly string[], files: Readonly<Record<string, ArrayBuffer>>, maxBytes = 1e6) {
  const asked: string[] = [];
  const sides = await fetchSides('obj', encode(obj), maxBytes, (path, most) => {
    asked.push(path);
    const bytes = files[path] ?? null;
    return Promise.resolve(bytes && bytes.byteLength > most ? 'too_large' : bytes);
  }).catch((error: unknown) => error);
  return { sides, asked };
}

test('an OBJ gets its libraries and their images, each once, and goes without what is missing', async () => {
  const files = {
    'a.mtl': encode(['map_Kd one.png', 'map_Bump gone.png']),
    'b.mtl': encode(['map_Kd ONE.png', 'map_Kd two.png']),
    'one.png': new ArrayBuffer(10),
    'two.png': new ArrayBuffer(20),
  };
  const { sides, asked } = await fetchFrom(['mtllib a.mtl', 'mtllib b.mtl'], files);
  expect([...(sides as Map<string, ArrayBuffer>).keys()]).toEqual(['a.mtl', 'b.mtl', 'one.png', 'two.png']);
  expect(asked).toEqual(['a.mtl', 'b.mtl', 'one.png', 'gone.png', 'two.png']);
});

test('libraries that refer to very many images together are too large, whether the images exist or not', async () => {
  const libraries = repeat(16, (at) => `m${at}.mtl`);
  const files = Object.fromEntries(
    libraries.map((name) => [name, encode(repeat(64, (at) => `map_Kd ${name}_${at}.png`))]),
  );
  const { sides, asked } = await fetchFrom(
    libraries.map((name) => `mtllib ${name}`),
    files,
  );
  expect(sides).toMatchObject({ name: 'ModelLoadError', failure: 'too_large' });
  expect(asked).toHaveLength(256);
});

test('companion files share what the model may have in bytes', async () => {
  const library = encode(['map_Kd one.png', 'map_Kd two.png']);
  const files = { 'a.mtl': library, 'one.png': new ArrayBuffer(100), 'two.png': new ArrayBuffer(100) };
  const room = library.byteLength + 200;
  expect((await fetchFrom(['mtllib a.mtl'], files, room)).sides).toBeInstanceOf(Map);
  expect((await fetchFrom(['mtllib a.mtl'], files, room - 1)).sides).toMatchObject({ failure: 'too_large' });
});
