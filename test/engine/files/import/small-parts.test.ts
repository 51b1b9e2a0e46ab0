import { expect, test } from 'vitest';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { SMALL_PARTS } from '../../../helpers/models/small-parts.ts';

// `npm run bench -- readers` measures the memory of a reader process for the largest numbers.
test.each(SMALL_PARTS)('too many $part of $name are refused before they fill the memory', async (parts) => {
  await expect(readAnyModel(parts.make(parts.above))).rejects.toMatchObject({ detail: { id: parts.refusal } });
  await expect(readAnyModel(parts.make(10))).resolves.toBeDefined();
});

test('of a list of a million wrong elements, the first is refused', async () => {
  const nodes = `[${'1,'.repeat(1_000_000)}1]`;
  const gltf = Buffer.from(`{"asset":{"version":"2.0"},"nodes":${nodes}}`);
  const expected = { detail: { id: 'gltf.invalid' }, cause: { issues: [{ path: ['nodes', 0] }] } };
  await expect(readAnyModel(gltf)).rejects.toMatchObject(expected);
});

test('a long text as the extras of a glTF, and a node twice in a scene, are refused', async () => {
  const gltf = (rest: object): Uint8Array =>
    Buffer.from(
      JSON.stringify({ asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{}], ...rest }),
    );
  const invalid = { code: 'not_a_model', detail: { id: 'gltf.invalid' } };
  await expect(readAnyModel(gltf({ extras: 'a'.repeat(10_001) }))).rejects.toMatchObject(invalid);
  await expect(readAnyModel(gltf({ nodes: [{ extras: 'a'.repeat(10_001) }] }))).rejects.toMatchObject(invalid);
  await expect(readAnyModel(gltf({ scenes: [{ nodes: [0, 0] }] }))).rejects.toMatchObject(invalid);
  await expect(readAnyModel(gltf({ extras: 'a'.repeat(10_000) }))).resolves.toBeDefined();
});
