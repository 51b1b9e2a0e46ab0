import { writeFileSync } from 'node:fs';
import { convertModel } from '../../../src-main/engine/change/convert/convert-model.ts';
import { defaultConvertOptions } from '../../../src-main/engine/change/convert/convert-options.ts';
import type { ConvertFormat } from '../../../src-shared/formats/formats.ts';
import { readGlb, writeGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { createBenchFolder } from '../bench-folder.ts';
import { readHelmet } from '../bench-models.ts';
import { timed } from '../harness/clock.ts';
import { defineGroup, type Trial } from '../harness/row.ts';
import { runAssimp, type AssimpFormat } from '../run-assimp.ts';
import { quoted, runBlender } from '../run-blender.ts';
import { runEngine } from './run-engine.ts';

/**
 * Blender’s exporter of each format, and the share of its time that a whole process of ours may take. USDZ is beside USDC,
 * which is what is in it. Blender has no 3MF.
 */
const BLENDER = {
  FBX: {
    exporter: `export_scene.fbx(filepath=OUT, path_mode='COPY', embed_textures=True)`,
    ending: 'fbx',
    goal: 1 / 3,
  },
  STL: { exporter: 'export_mesh.stl(filepath=OUT)', ending: 'stl', goal: 1 / 3 },
  OBJ: { exporter: 'wm.obj_export(filepath=OUT)', ending: 'obj', goal: 2 / 3 },
  GLTF: { exporter: `export_scene.gltf(filepath=OUT, export_format='GLTF_SEPARATE')`, ending: 'gltf', goal: 1 / 3 },
  USDZ: { exporter: 'wm.usd_export(filepath=OUT)', ending: 'usdc', goal: 2 / 3 },
} as const;

type BlenderFormat = keyof typeof BLENDER;

/** Models by the number of their triangles. */
const MODELS = {
  15_000: async () => (await readHelmet()).glb,
  500_000: () => makeTexturedSphere(500_000, 1024),
} as const;

type Triangles = keyof typeof MODELS;

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly helmet: Uint8Array;
  /** The file of a model, written once. */
  write(triangles: Triangles): Promise<string>;
}

function convert(source: string, format: ConvertFormat): { ms: number } {
  return { ms: runEngine({ sources: [source], target: `${source}.ours`, task: { convertTo: format } }).ms };
}

function describe(format: ConvertFormat, triangles: Triangles): string {
  return `GLB to ${format}, ${triangles.toLocaleString('en')} triangles, a whole process`;
}

const TIME = { figure: 'ms', unit: 'ms', better: 'lower' } as const;

function compareToBlender(triangles: Triangles, format: BlenderFormat): Trial<Context> {
  const { exporter, ending, goal } = BLENDER[format];
  const id = `convert/${format.toLowerCase()}-${triangles}`;
  return {
    rows: [{ id, what: describe(format, triangles), ...TIME, goal: { ratio: goal } }],
    state: 'warm',
    quickRuns: triangles === 15_000 && format === 'FBX' ? 1 : 0,
    ours: async ({ write }) => convert(await write(triangles), format),
    peer: {
      name: 'Blender’s command line',
      isCold: true,
      async measure({ write }) {
        const source = await write(triangles);
        const run = runBlender(`OUT = ${quoted(`${source}.${ending}`)}
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=${quoted(source)})
bpy.ops.${exporter}
`);
        return run && { ms: run.ms };
      },
    },
  };
}

/** Without a goal: assimp is native code, and copies or leaves out the textures that ours decodes and encodes. */
function compareToAssimp(format: AssimpFormat): Trial<Context> {
  const triangles = 15_000;
  const id = `convert/${format.toLowerCase()}-assimp`;
  return {
    rows: [{ id, what: describe(format, triangles), ...TIME, goal: null }],
    state: 'warm',
    ours: async ({ write }) => convert(await write(triangles), format),
    peer: {
      name: 'assimp’s command line',
      isCold: true,
      async measure({ write }) {
        const source = await write(triangles);
        const ms = runAssimp(source, `${source}.assimp.${format.toLowerCase()}`, format, triangles * 10);
        return ms === null ? null : { ms };
      },
    },
  };
}

const warm: Trial<Context> = {
  rows: [
    {
      id: 'convert/fbx-warm',
      what: 'GLB to FBX, 15,000 triangles with five 2048² textures, running engine',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 1_000 } },
    },
  ],
  state: 'warm',
  ours: async ({ helmet }) => ({
    ms: await timed(() => convertModel(helmet, defaultConvertOptions('FBX'), () => undefined)),
  }),
  peer: {
    name: 'glTF Transform, the same GLB read and written',
    measure: async ({ helmet }) => ({ ms: await timed(async () => writeGlb(await readGlb(helmet))) }),
  },
};

/** GLB to every format beside the command lines of Blender and assimp, whole processes; and FBX in a running engine. */
export const convertGroup = defineGroup<Context>({
  name: 'convert',
  needs: ['blender', 'assimp'],
  async open() {
    const folder = createBenchFolder();
    const files = new Map<Triangles, string>();
    const write: Context['write'] = async (triangles) => {
      const known = files.get(triangles);
      if (known !== undefined) return known;
      const file = folder.at(`${triangles}.glb`);
      writeFileSync(file, await MODELS[triangles]());
      files.set(triangles, file);
      return file;
    };
    return { folder, helmet: (await readHelmet()).glb, write };
  },
  close: ({ folder }) => Promise.resolve(folder.remove()),
  trials: [
    warm,
    ...(Object.keys(BLENDER) as BlenderFormat[]).map((format) => compareToBlender(15_000, format)),
    compareToBlender(500_000, 'FBX'),
    ...(['FBX', 'STL', 'OBJ', 'GLTF', '3MF'] as const).map(compareToAssimp),
  ],
});
