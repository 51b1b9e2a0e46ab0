import { writeFileSync } from 'node:fs';
import { convertModel } from '../../../src-main/engine/change/convert/convert-model.ts';
import { defaultConvertOptions } from '../../../src-main/engine/change/convert/convert-options.ts';
import { readGlb, writeGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { createBenchFolder } from '../bench-folder.ts';
import { readHelmet } from '../bench-models.ts';
import { timed } from '../harness/clock.ts';
import { defineGroup, type Trial } from '../harness/row.ts';
import { quoted, runBlender } from '../run-blender.ts';
import { runEngine } from './run-engine.ts';

/** Blender’s exporter of each format, and the share of its time that a whole process of ours may take, by triangles. */
const FORMATS = {
  FBX: { exporter: `export_scene.fbx(filepath=OUT, path_mode='COPY', embed_textures=True)`, goal: () => 1 / 3 },
  STL: { exporter: 'export_mesh.stl(filepath=OUT)', goal: () => 1 / 3 },
  OBJ: { exporter: 'wm.obj_export(filepath=OUT)', goal: (triangles: number) => (triangles >= 500_000 ? 1 : 2 / 3) },
} as const;

type Format = keyof typeof FORMATS;

/** Models by the number of their triangles. */
const MODELS = {
  15_000: async () => (await readHelmet()).glb,
  100_000: () => makeTexturedSphere(100_000, 1024),
  500_000: () => makeTexturedSphere(500_000, 1024),
} as const;

type Triangles = keyof typeof MODELS;

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly helmet: Uint8Array;
  /** The file of a model, written once. */
  write(triangles: Triangles): Promise<string>;
}

function compare(triangles: Triangles, format: Format): Trial<Context> {
  const { exporter, goal } = FORMATS[format];
  return {
    rows: [
      {
        id: `convert/${format.toLowerCase()}-${triangles}`,
        what: `GLB to ${format}, ${triangles.toLocaleString('en')} triangles, a whole process`,
        ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { ratio: goal(triangles) } },
      },
    ],
    state: 'warm',
    quickRuns: triangles === 15_000 && format === 'FBX' ? 2 : 0,
    async ours({ write }) {
      const source = await write(triangles);
      return { ms: runEngine({ source, target: `${source}.ours`, task: { convertTo: format } }).ms };
    },
    peer: {
      name: 'Blender’s command line',
      async measure({ write }) {
        const source = await write(triangles);
        const run = runBlender(`OUT = ${quoted(`${source}.${format.toLowerCase()}`)}
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=${quoted(source)})
bpy.ops.${exporter}
`);
        return run && { ms: run.ms };
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

/** GLB to FBX, STL and OBJ of three sizes beside Blender’s command line, whole processes; and FBX in a running engine. */
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
    ...([15_000, 100_000, 500_000] as const).flatMap((triangles) =>
      (Object.keys(FORMATS) as Format[]).map((format) => compare(triangles, format)),
    ),
  ],
});
