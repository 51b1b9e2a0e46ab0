import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TriangleMesh } from '../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { decimateModel } from '../../../src-main/engine/change/decimate/decimate-model.ts';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { toGlb } from '../../../src-main/engine/files/gltf/to-glb.ts';
import { measureSurfaceError } from '../../helpers/models/surface-error.ts';
import { timed } from '../harness/clock.ts';
import { createBenchFolder } from '../bench-folder.ts';
import { joinedMesh, makeKnot, readHelmet } from '../bench-models.ts';
import { quoted, runBlender } from '../run-blender.ts';
import { defineGroup, type Trial } from '../harness/row.ts';

const MANY = 500_000;
const QUICK_MANY = 50_000;
const SHARE = 0.1;
const PLAIN = { window: [1, MANY], quad: false, partNames: [], bake: false } as const;

/** A model, and what gltfpack makes of it. */
interface Packed {
  readonly glb: Uint8Array;
  readonly truth: TriangleMesh;
  /** Where gltfpack stops, ours goes no further either. */
  readonly faceLimit: number;
  readonly theirMesh: TriangleMesh;
}

type ModelName = 'knot' | 'helmet';

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly pack: Pack;
  readonly models: Readonly<Record<ModelName, Packed>>;
  /** Of the knot. */
  readonly triangles: number;
}

/** Ours from the bytes of a GLB to those of another, in a running engine; theirs the modifier alone. */
const beside: Trial<Context> = {
  rows: [
    {
      id: 'engine/decimate/blender',
      what: '500,000 triangles to a tenth, GLB to GLB',
      quickWhat: '50,000 triangles to a tenth, GLB to GLB',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { ratio: 0.1 } },
    },
  ],
  state: 'warm',
  ours: async ({ models, triangles }) => ({ ms: await timed(() => decimate(models.knot.glb, triangles * SHARE)) }),
  peer: {
    name: 'Blender’s Decimate modifier alone',
    isCold: true,
    measure({ folder }) {
      const run = runBlender(`bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=${quoted(folder.at('knot.glb'))})
part = next(o for o in bpy.context.scene.objects if o.type == 'MESH')
bpy.context.view_layer.objects.active = part
modifier = part.modifiers.new('fewer', 'DECIMATE')
modifier.ratio = ${SHARE}
start = time.perf_counter()
bpy.ops.object.modifier_apply(modifier='fewer')
mark('seconds', time.perf_counter() - start)
mark('triangles', sum(len(face.vertices) - 2 for face in part.data.polygons))
`);
      return Promise.resolve(run && { ms: run.marks['seconds']! * 1000 });
    },
  },
};

/** Both in a running engine, from the bytes of a GLB to those of another, and to the same number of triangles. */
function comparePack(name: ModelName, what: string, quickWhat = what): Trial<Context>[] {
  const peer = 'gltfpack';
  return [
    {
      rows: [
        {
          id: `engine/decimate/${name}-error`,
          what: `${what}, error of the surface`,
          quickWhat: `${quickWhat}, error of the surface`,
          ...{ figure: 'error', unit: '% of the diagonal', better: 'lower', goal: { ratio: 1.1 } },
        },
      ],
      state: 'cold',
      isExact: true,
      async ours({ models }) {
        const { glb, faceLimit, truth } = models[name];
        const made = joinedMesh(await readGlb(await decimate(glb, faceLimit)));
        return { error: measureSurfaceError(truth, made).mean };
      },
      peer: {
        name: peer,
        measure: ({ models }) =>
          Promise.resolve({ error: measureSurfaceError(models[name].truth, models[name].theirMesh).mean }),
      },
    },
    {
      rows: [
        {
          id: `engine/decimate/${name}-time`,
          what: `${what}, GLB to GLB`,
          quickWhat: `${quickWhat}, GLB to GLB`,
          ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { ratio: 1.5 } },
        },
      ],
      state: 'warm',
      ours: async ({ models }) => ({ ms: await timed(() => decimate(models[name].glb, models[name].faceLimit)) }),
      peer: { name: peer, measure: async ({ models, pack }) => ({ ms: await timed(() => pack(models[name].glb)) }) },
    },
  ];
}

/** Fewer faces: time beside Blender’s modifier, error and time beside gltfpack. */
export const decimateGroup = defineGroup<Context>({
  name: 'engine/decimate',
  needs: ['blender'],
  async open({ isQuick }) {
    const folder = createBenchFolder();
    const pack = await findPack();
    const triangles = isQuick ? QUICK_MANY : MANY;
    const [knot, helmet] = [await makeKnot(triangles), (await readHelmet()).glb];
    writeFileSync(folder.at('knot.glb'), knot);
    const toPacked = async (glb: Uint8Array): Promise<Packed> => {
      const theirMesh = joinedMesh(await readGlb(await pack(glb)));
      return { glb, truth: joinedMesh(await readGlb(glb)), faceLimit: theirMesh.indices.length / 3, theirMesh };
    };
    return { folder, pack, triangles, models: { knot: await toPacked(knot), helmet: await toPacked(helmet) } };
  },
  close: ({ folder }) => Promise.resolve(folder.remove()),
  trials: [
    beside,
    ...comparePack('knot', '500,000 triangles to a tenth', '50,000 triangles to a tenth'),
    ...comparePack('helmet', 'the helmet'),
  ],
});

async function decimate(glb: Uint8Array, faceLimit: number): Promise<Uint8Array> {
  const { document } = await decimateModel(glb, { ...PLAIN, faceLimit }, () => undefined);
  return toGlb(document);
}

/** A program that makes a GLB of another. */
type Pack = (glb: Uint8Array) => Promise<Uint8Array>;

/** gltfpack from its npm package, without quantising, which would cost it accuracy that ours does not give up. */
async function findPack(): Promise<Pack> {
  const file = path.join(import.meta.dirname, '../../../node_modules/gltfpack/library.js');
  const { pack } = (await import(pathToFileURL(file).href)) as {
    pack: (
      args: string[],
      files: { read: () => Uint8Array; write: (file: string, bytes: Uint8Array) => void },
    ) => Promise<unknown>;
  };
  return async (glb) => {
    let made = new Uint8Array();
    const write = (_: string, bytes: Uint8Array): void => void (made = bytes.slice());
    await pack(['-i', 'in.glb', '-o', 'out.glb', '-si', String(SHARE), '-noq'], { read: () => glb, write });
    return made;
  };
}
