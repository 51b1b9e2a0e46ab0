import { expect, test } from 'vitest';
import { readGlb, writeGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { openAnyModel, openModel } from '../../../../src-main/engine/files/model/open-model.ts';
import { makeTexturedSphere } from '../../../helpers/models/textured-sphere.ts';

test('a model that is too large for the work is refused before its instances become meshes', async () => {
  const document = await readGlb(await makeTexturedSphere(20_000, 8));
  const mesh = document.getRoot().listMeshes()[0]!;
  for (let copies = 0; copies < 110; copies++) document.createNode().setMesh(mesh);
  const glb = await writeGlb(document);
  const refusal = { code: 'too_large', detail: { id: 'model-limit.work', params: { limit: 1_100_000 } } };
  await expect(openModel(glb, 'reshape')).rejects.toMatchObject(refusal);
  await expect(openAnyModel(glb, 'reshape')).rejects.toMatchObject(refusal);
});
