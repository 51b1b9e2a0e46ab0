import type { Document } from '@gltf-transform/core';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openModel } from '../../../src-main/engine/files/model/open-model.ts';
import { listSurfaces, readFloats } from '../../../src-main/engine/base/document/list-surfaces.ts';
import { ATLAS_UV, packUv } from '../../../src-main/engine/base/uv/pack-uv.ts';
import { timed } from '../harness/clock.ts';
import { createBenchFolder } from '../bench-folder.ts';
import { makeKnot, readHelmet } from '../bench-models.ts';
import { quoted, runBlender } from '../run-blender.ts';
import { defineGroup, type Figures, type Trial } from '../harness/row.ts';
import { measureUvs, type UvSurface } from './measure-uvs.ts';
import { SAMPLES } from '../../helpers/samples.ts';

const ATLAS = 1024;
/** What `packUv` leaves empty around a chart. */
const PADDING = 4;
const KNOT_20K = path.join(SAMPLES, 'models/knot20k.glb');

/** Models by their ids, and how many times Blender’s time new UVs may take. */
const MODELS = {
  helmet: { what: 'the helmet', time: 1, read: async () => (await readHelmet()).glb },
  '20k': {
    what: '20,000 triangles',
    time: 1,
    read: () => (existsSync(KNOT_20K) ? Promise.resolve(readFileSync(KNOT_20K)) : makeKnot(20_000)),
  },
  '60k': { what: '60,000 triangles', time: 1.5, read: () => makeKnot(60_000) },
} as const;

type ModelName = keyof typeof MODELS;

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly models: ReadonlyMap<ModelName, Uint8Array>;
}

function compare(name: ModelName): Trial<Context> {
  const { what, time } = MODELS[name];
  return {
    rows: [
      {
        id: `engine/unwrap/${name}-stretch`,
        what: `new UVs of ${what}, stretch`,
        ...{ figure: 'stretch', unit: '', better: 'lower', goal: { ratio: 1 } },
      },
      {
        id: `engine/unwrap/${name}-used`,
        what: `new UVs of ${what}, share of the square used`,
        ...{ figure: 'used', unit: '%', better: 'higher', goal: { ratio: 1 } },
      },
      {
        id: `engine/unwrap/${name}-time`,
        what: `new UVs of ${what}`,
        ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { ratio: time } },
      },
      {
        id: `engine/unwrap/${name}-cpu`,
        what: `new UVs of ${what}, processor time`,
        ...{ figure: 'cpuMs', unit: 'ms', better: 'lower', goal: { ratio: 1.5 * time } },
      },
    ],
    state: 'warm',
    quickRuns: name === 'helmet' ? 1 : 0,
    async ours({ models }) {
      const document = await openModel(models.get(name)!, 'reshape');
      const before = process.cpuUsage();
      const ms = await timed(() => packUv(document, { keepCharts: false, size: ATLAS }));
      const { user, system } = process.cpuUsage(before);
      return { ...toFigures(document, ATLAS_UV), ms, cpuMs: (user + system) / 1000 };
    },
    peer: {
      name: 'Blender’s smart project',
      isCold: true,
      measure: ({ folder }) => unwrapInBlender(folder.at(`${name}.glb`)),
    },
  };
}

/** New UVs beside Blender’s smart project: stretch, how much of the square is used, and time. */
export const unwrapGroup = defineGroup<Context>({
  name: 'engine/unwrap',
  needs: ['blender'],
  async open() {
    const folder = createBenchFolder();
    const models = new Map<ModelName, Uint8Array>();
    for (const name of Object.keys(MODELS) as ModelName[]) {
      const glb = await MODELS[name].read();
      writeFileSync(folder.at(`${name}.glb`), glb);
      models.set(name, glb);
    }
    return { folder, models };
  },
  close: ({ folder }) => Promise.resolve(folder.remove()),
  trials: (Object.keys(MODELS) as ModelName[]).map(compare),
});

async function unwrapInBlender(source: string): Promise<Figures | null> {
  const target = `${source}.blender.glb`;
  const run = runBlender(`bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=${quoted(source)})
parts = [o for o in bpy.context.scene.objects if o.type == 'MESH']
for part in parts:
    part.select_set(True)
    bpy.context.view_layer.objects.active = part
bpy.ops.object.mode_set(mode='EDIT')
bpy.ops.mesh.select_all(action='SELECT')
start, busy = time.perf_counter(), time.process_time()
bpy.ops.uv.smart_project(angle_limit=math.radians(66), island_margin=${PADDING / ATLAS})
mark('seconds', time.perf_counter() - start)
mark('busy', time.process_time() - busy)
bpy.ops.object.mode_set(mode='OBJECT')
bpy.ops.export_scene.gltf(filepath=${quoted(target)}, export_materials='NONE')
`);
  if (!run) return null;
  const document = await openModel(readFileSync(target), 'reshape');
  return {
    ...toFigures(document, 'TEXCOORD_0'),
    ms: run.marks['seconds']! * 1000,
    cpuMs: run.marks['busy']! * 1000,
  };
}

function toFigures(document: Document, semantic: string): { stretch: number; used: number } {
  const { stretch, used } = measureUvs(readUvSurfaces(document, semantic));
  return { stretch, used: used * 100 };
}

/** The surfaces of a document with the uvs of an attribute. */
function readUvSurfaces(document: Document, semantic: string): UvSurface[] {
  return listSurfaces(document).map(({ node, primitive, indices }) => {
    const size = node.getWorldScale()[0];
    const uvs = readFloats(primitive, semantic);
    if (!uvs) throw new Error(`A surface has no ${semantic}.`);
    return { positions: readFloats(primitive, 'POSITION')!.map((value) => value * size), indices, uvs };
  });
}
