import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { convertModel } from '../../../src-main/engine/change/convert/convert-model.ts';
import { defaultConvertOptions } from '../../../src-main/engine/change/convert/convert-options.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { timed } from '../bench-app.ts';
import { readHelmet, type BenchModel } from '../bench-models.ts';
import { median } from '../median.ts';
import { quoted, runBlender } from '../run-blender.ts';
import { runEngine } from './run-engine.ts';
import type { Figure } from '../unconverted.ts';

const ROUNDS = 3;
const WARM_ROUNDS = 5;
const GOAL_MS = 1_000;

/** Blender's exporter of each format, and how many times as fast a whole process of ours must be, by triangles. */
const FORMATS = {
  FBX: { exporter: `export_scene.fbx(filepath=OUT, path_mode='COPY', embed_textures=True)`, goal: () => 3 },
  STL: { exporter: 'export_mesh.stl(filepath=OUT)', goal: () => 3 },
  OBJ: { exporter: 'wm.obj_export(filepath=OUT)', goal: (triangles: number) => (triangles >= 500_000 ? 1 : 1.5) },
} as const;

type Format = keyof typeof FORMATS;

/** GLB to FBX, STL and OBJ of three sizes beside Blender's command line, whole processes; and FBX in a warm engine. */
export async function benchConvert(): Promise<Figure[]> {
  const helmet = await readHelmet();
  const models: (BenchModel & { triangles: number })[] = [
    { ...helmet, triangles: 15_000 },
    { name: 'a sphere of 100k', glb: await makeTexturedSphere(100_000, 1024), triangles: 100_000 },
    { name: 'a sphere of 500k', glb: await makeTexturedSphere(500_000, 1024), triangles: 500_000 },
  ];
  const figures = [await benchWarm(helmet)];
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  try {
    for (const { name, glb, triangles } of models) {
      const source = path.join(folder, 'model.glb');
      writeFileSync(source, glb);
      for (const format of Object.keys(FORMATS) as Format[]) figures.push(compare(name, format, triangles, source));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return figures;
}

function compare(name: string, format: Format, triangles: number, source: string): Figure {
  const { exporter, goal } = FORMATS[format];
  const theirFile = `${source}.${format.toLowerCase()}`;
  const script = `OUT = ${quoted(theirFile)}
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=${quoted(source)})
bpy.ops.${exporter}
`;
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(runEngine({ source, target: `${source}.ours`, task: { convertTo: format } }).ms);
    const run = runBlender(script);
    if (run) theirs.push(run.ms);
  }
  const times = median(theirs) / median(ours);
  const least = goal(triangles);
  return {
    what: `GLB to ${format}, ${name}, whole process`,
    value: `${median(ours).toFixed(0)} ms, ${times.toFixed(1)} × as fast`,
    goal: `≥ ${least} ×`,
    peer:
      theirs.length > 0
        ? `Blender's command line ${median(theirs).toFixed(0)} ms`
        : 'Blender, which is not installed here',
    met: times >= least,
  };
}

async function benchWarm({ name, glb }: BenchModel): Promise<Figure> {
  const rounds: number[] = [];
  for (let round = 0; round <= WARM_ROUNDS; round++) {
    rounds.push(await timed(() => convertModel(glb, defaultConvertOptions('FBX'), () => undefined)));
  }
  const ours = median(rounds.slice(1));
  return {
    what: `GLB to FBX, ${name}, in an engine that runs`,
    value: `${ours.toFixed(0)} ms`,
    goal: `≤ ${GOAL_MS} ms`,
    peer: 'nothing; Blender is below',
    met: ours <= GOAL_MS,
  };
}
