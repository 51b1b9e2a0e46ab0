import { readFileSync, writeFileSync } from 'node:fs';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { createBenchFolder } from '../bench-folder.ts';
import { defineGroup, type Trial } from '../harness/row.ts';
import { runEngine, type EngineTask } from './run-engine.ts';

const TRIANGLES = 500_000;
const EDGE = 2048;
const MAX_MIB = 600;

/** What an engine is asked for, by the ends of the ids. */
const TASKS: Readonly<Record<string, readonly [what: string, task: EngineTask]>> = {
  fbx: ['to FBX', { operation: 'convert_model', values: { format: 'FBX' } }],
  usdz: ['to USDZ', { operation: 'convert_model', values: { format: 'USDZ' } }],
  obj: ['to OBJ', { operation: 'convert_model', values: { format: 'OBJ' } }],
  '3mf': ['to 3MF', { operation: 'convert_model', values: { format: '3MF' } }],
  decimate: ['to 50,000 triangles', { operation: 'decimate_mesh', values: { face_limit: 50_000 } }],
};

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly source: string;
}

function measure(name: string, what: string, task: EngineTask): Trial<Context> {
  return {
    rows: [
      {
        id: `engine/memory/${name}`,
        what: `memory of a process, 500,000 triangles with five 2048² textures ${what}`,
        ...{ figure: 'mib', unit: 'MiB', better: 'lower', goal: { limit: MAX_MIB } },
      },
    ],
    state: 'cold',
    quickRuns: 0,
    ours: ({ folder, source }) =>
      Promise.resolve({ mib: runEngine({ source, target: folder.at('made'), task }).peakMb }),
    peer: {
      name: 'the file itself in memory',
      measure: ({ source }) => Promise.resolve({ mib: readFileSync(source).byteLength / 1024 ** 2 }),
    },
  };
}

/** The most memory a process holds that works on a model of 500,000 triangles with five 2048² textures. */
export const memoryGroup = defineGroup<Context>({
  name: 'engine/memory',
  async open() {
    const folder = createBenchFolder();
    const source = folder.at('model.glb');
    writeFileSync(source, await makeTexturedSphere(TRIANGLES, EDGE));
    return { folder, source };
  },
  close: ({ folder }) => Promise.resolve(folder.remove()),
  trials: Object.entries(TASKS).map(([name, [what, task]]) => measure(name, what, task)),
});
