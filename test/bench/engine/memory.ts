import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { encodePng } from '../../../src-main/engine/base/image/encode-png.ts';
import { renderOrthographic } from '../../../src-main/engine/base/render/render-orthographic.ts';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { createBenchFolder } from '../bench-folder.ts';
import { readHelmet } from '../bench-models.ts';
import { defineGroup, type Trial } from '../harness/row.ts';
import { runEngine, type EngineTask } from './run-engine.ts';

const TRIANGLES = 500_000;
const EDGE = 2048;
const MAX_MIB = 600;
const VIEWS = ['front', 'left', 'back', 'right'] as const;
const VIEW_EDGE = 4096;
/** A quarter of the edge is rendered and enlarged: memory depends on the size, and a render of 4096² takes minutes. */
const RENDERED_EDGE = 1024;
const LARGEST_TEXTURE = { model: 'v3.1-20260211', texture_quality: 'extreme' };

type Tasks = Readonly<Record<string, readonly [what: string, task: EngineTask]>>;

/** Tasks with a model, by the ends of the ids. */
const MODEL_TASKS: Tasks = {
  fbx: ['to FBX', { operation: 'convert_model', values: { format: 'FBX' } }],
  usdz: ['to USDZ', { operation: 'convert_model', values: { format: 'USDZ' } }],
  obj: ['to OBJ', { operation: 'convert_model', values: { format: 'OBJ' } }],
  '3mf': ['to 3MF', { operation: 'convert_model', values: { format: '3MF' } }],
  decimate: ['to 50,000 triangles', { operation: 'decimate_mesh', values: { face_limit: 50_000 } }],
};

/** Tasks with four views. */
const VIEW_TASKS: Tasks = {
  views: ['', { operation: 'multiview_to_model', values: LARGEST_TEXTURE }],
  'views-quads': [', in quads', { operation: 'multiview_to_model', values: { ...LARGEST_TEXTURE, quad: true } }],
};

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly model: string;
  readonly views: readonly string[];
}

type Sources = (context: Context) => readonly string[];

function measure(name: string, what: string, task: EngineTask, sourcesOf: Sources): Trial<Context> {
  return {
    rows: [
      {
        id: `engine/memory/${name}`,
        what: `memory of a process, ${what}`,
        ...{ figure: 'mib', unit: 'MiB', better: 'lower', goal: { limit: MAX_MIB } },
      },
    ],
    state: 'cold',
    quickRuns: 0,
    ours: (context) => {
      const order = { sources: sourcesOf(context), target: context.folder.at('made'), task };
      return Promise.resolve({ mib: runEngine(order).peakMb });
    },
    peer: {
      name: 'the files themselves in memory',
      measure: (context) => Promise.resolve({ mib: sizeMib(sourcesOf(context)) }),
    },
  };
}

/** The most memory a process holds that works on a model of 500,000 triangles with five 2048² textures, or on large views. */
export const memoryGroup = defineGroup<Context>({
  name: 'engine/memory',
  async open() {
    const folder = createBenchFolder();
    const model = folder.at('model.glb');
    writeFileSync(model, await makeTexturedSphere(TRIANGLES, EDGE));
    return { folder, model, views: await writeViews(folder) };
  },
  close: ({ folder }) => Promise.resolve(folder.remove()),
  trials: [
    ...Object.entries(MODEL_TASKS).map(([name, [what, task]]) =>
      measure(name, `500,000 triangles with five 2048² textures ${what}`, task, ({ model }) => [model]),
    ),
    ...Object.entries(VIEW_TASKS).map(([name, [what, task]]) =>
      measure(name, `four views of 4096² to a model with a texture of 4096²${what}`, task, ({ views }) => views),
    ),
  ],
});

async function writeViews(folder: Context['folder']): Promise<string[]> {
  const { glb } = await readHelmet();
  const renders = await renderOrthographic(await readGlb(glb), [...VIEWS], RENDERED_EDGE, 'soft');
  return Promise.all(
    renders.map(async (render, i) => {
      const file = folder.at(`${VIEWS[i]}.png`);
      await sharp(await encodePng(render))
        .resize(VIEW_EDGE, VIEW_EDGE)
        .toFile(file);
      return file;
    }),
  );
}

function sizeMib(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + readFileSync(file).byteLength, 0) / 1024 ** 2;
}
