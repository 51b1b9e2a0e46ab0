import { expect, test } from 'vitest';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { ModelError } from '../../../../src-main/engine/base/errors/model-error.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import { createAsymmetricModel } from '../asymmetric-model.ts';
import { parseTextFbx } from '../../../../src-main/engine/files/fbx/read/parse-text-fbx.ts';
import { encodeBinaryFbx, fbxArray, SHAPED, textFbx } from './fbx-files.ts';
import { findGltfErrors } from './measure.ts';
import { createRandom, mutate, MUTATIONS } from './mutations.ts';
import { cubeCrate, cubeUsdz } from './usd-cube.ts';
import { WRITERS } from './written.ts';

/** Another seed is another thousand files; the one that fails is in the failure's text. */
const SEED = Number(process.env['DROPFORGE_FUZZ_SEED'] ?? 1);
const ROUNDS = Number(process.env['DROPFORGE_FUZZ_ROUNDS'] ?? 6);

const TEXT_STL = `solid a\n${'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n'.repeat(4)}endsolid a\n`;
const TEXT_OBJ =
  'mtllib a.mtl\no a\nv 0 0 0\nv 1 0 0\nv 1 1 0 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nusemtl a\nf 1/1/1 2/1/1 3/1/1 -1/1/1\n';

const SKINNED = textFbx({
  objects: `${SHAPED.objects}
    Deformer: 600, "Deformer::", "Skin" { }
    Deformer: 601, "SubDeformer::", "Cluster" { ${fbxArray('Indexes', [1, 2])} ${fbxArray('Weights', [0.5, 0.25])}
      ${fbxArray('Transform', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -5, 0, 0, 1])} }
    Model: 602, "Model::bone", "LimbNode" { }
    AnimationStack: 10, "AnimStack::Hop", "" { }
    AnimationLayer: 11, "AnimLayer::Base", "" { }
    AnimationCurveNode: 12, "AnimCurveNode::T", "" { }
    AnimationCurve: 20, "AnimCurve::", "" { ${fbxArray('KeyTime', [0, 46186158000])} ${fbxArray('KeyValueFloat', [0, 1])} }`,
  connections: `${SHAPED.connections}
    C: "OO",602,0\nC: "OO",600,100\nC: "OO",601,600\nC: "OO",602,601\nC: "OO",11,10\nC: "OO",12,11
    C: "OP",12,602, "Lcl Rotation"\nC: "OP",20,12, "d|X"`,
});

async function createCorpus(): Promise<Map<string, Uint8Array>> {
  const model = await createAsymmetricModel({ vertexColors: true });
  const files = new Map<string, Uint8Array>([
    ['text stl', Buffer.from(TEXT_STL)],
    ['obj', Buffer.from(TEXT_OBJ)],
    ['text fbx', SKINNED],
    ['fbx 7700', encodeBinaryFbx(parseTextFbx(SKINNED), 7700)],
    ['crate', cubeCrate()],
    ['crate in a usdz', cubeUsdz()],
  ]);
  for (const [name, write] of Object.entries(WRITERS)) {
    if (name !== 'fbx for 3dsmax' && name !== 'fbx for mixamo') files.set(name, await write(model));
  }
  return files;
}

test(`mutated files end in a sound document or in a sentence (seed ${SEED})`, async () => {
  const corpus = await createCorpus();
  const outcomes = { files: 0, read: 0, refused: 0 };
  for (const [format, file] of corpus) {
    for (const kind of Object.keys(MUTATIONS)) {
      for (let round = 0; round < ROUNDS; round++) {
        const which = `${format}, ${kind}, round ${round} of seed ${SEED}`;
        const seed = [...which].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), SEED);
        const mutated = mutate(file, kind, createRandom(seed));
        outcomes.files++;
        try {
          const { document } = await readAnyModel(mutated);
          outcomes.read++;
          if (round % 4 === 0 && format !== 'glb' && format !== 'gltf') {
            expect((await findGltfErrors(document)).join(', '), which).toBe('');
          }
          await readGlb(await toGlb(document));
        } catch (error) {
          if (!(error instanceof ModelError)) throw new Error(`${which}: ${String(error)}`, { cause: error });
          expect(error.message, which).toMatch(/^[A-Z0-9].{10,200}[.?]$/s);
          outcomes.refused++;
        }
      }
    }
  }
  console.log(`${outcomes.files} files of seed ${SEED}: ${outcomes.read} read, ${outcomes.refused} refused`);
  expect(outcomes.files).toBeGreaterThan(500);
  expect(outcomes.read).toBeGreaterThan(50);
  expect(outcomes.refused).toBeGreaterThan(50);
});
