import { expect, test } from 'vitest';
import { readGltfFacts } from '../../../src-main/readers/inspect/gltf-facts.ts';

/** The facts of a glTF with clips of these names. */
function factsOf(names: readonly string[]) {
  const channels = [{ sampler: 0, target: { node: 0, path: 'translation' } }];
  const samplers = [{ input: 0, output: 0 }];
  const json = {
    asset: { version: '2.0' },
    nodes: [{}],
    accessors: [{ componentType: 5126, count: 1, type: 'VEC3' }],
    animations: names.map((name) => ({ name, channels, samplers })),
  };
  return readGltfFacts(json, () => Promise.resolve(null));
}

test('clips are listed by name', async () => {
  const { clips, hasMoreClips } = await factsOf(['walk', 'run', 'walk', '']);
  expect([clips, hasMoreClips]).toEqual([['walk', 'run'], undefined]);
});

test.each([
  ['many clips', Array.from({ length: 20_000 }, (_, at) => `c${at}`), 1_000],
  ['a clip with a very long name', ['walk', 'x'.repeat(201)], 1],
  ['many clips with long names', Array.from({ length: 900 }, (_, at) => `${at}${'x'.repeat(190)}`), 513],
  ['names that are longer as JSON', Array.from({ length: 900 }, (_, at) => `${at}${'\0'.repeat(150)}`), 110],
])('of %s, only as many are listed as a manifest has room for', async (_, names, count) => {
  const { clips, hasMoreClips } = await factsOf(names);
  expect([clips.length, hasMoreClips]).toEqual([count, true]);
  expect(clips).toEqual(names.filter((name) => name.length <= 200).slice(0, count));
  expect(Buffer.byteLength(JSON.stringify(clips))).toBeLessThan(120_000);
});
