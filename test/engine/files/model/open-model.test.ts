import { expect, test } from 'vitest';
import { readGlb, writeGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { openAnyModel, openModel } from '../../../../src-main/engine/files/model/open-model.ts';
import { makeTexturedSphere } from '../../../helpers/models/textured-sphere.ts';

test('a model of more than two million triangles is refused before its instances become meshes', async () => {
  const document = await readGlb(await makeTexturedSphere(20_000, 8));
  const mesh = document.getRoot().listMeshes()[0]!;
  for (let copies = 0; copies < 110; copies++) document.createNode().setMesh(mesh);
  const glb = await writeGlb(document);
  const refusal = { code: 'too_large', detail: { id: 'model-limit.triangles', params: { limit: 2_000_000 } } };
  await expect(openModel(glb)).rejects.toMatchObject(refusal);
  await expect(openAnyModel(glb)).rejects.toMatchObject(refusal);
});
