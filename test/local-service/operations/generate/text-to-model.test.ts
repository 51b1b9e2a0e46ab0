import { expect, test } from 'vitest';
import { runTextToModel } from '../../../../src-main/local-service/operations/generate/text-to-model.ts';

const run = (values: object) =>
  runTextToModel({ sources: [], values: { prompt: 'a chair', texture: false, ...values } } as never, () => undefined);

test('a request for quads is answered with an FBX', async () => {
  const { files } = await run({ quad: true, face_limit: 1500 });
  const [model] = files;
  expect(model).toMatchObject({ key: 'model_url', name: 'model.fbx' });
  expect(Buffer.from(model?.bytes.subarray(0, 18) ?? []).toString('latin1')).toBe('Kaydara FBX Binary');
});

test('any other request is answered with a GLB', async () => {
  const { files } = await run({ face_limit: 1500 });
  expect(files[0]).toMatchObject({ key: 'model_url', name: 'model.glb' });
  expect(Buffer.from(files[0]?.bytes.subarray(0, 4) ?? []).toString('latin1')).toBe('glTF');
});
