import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { findProgram } from '../../src-main/dcc/find-program.ts';
import { convertModel } from '../../src-main/geometry/convert/convert-model.ts';
import { defaultConvertOptions } from '../../src-main/geometry/convert/convert-options.ts';
import { makeTexturedSphere } from '../helpers/textured-sphere.ts';
import { timed } from './bench-app.ts';
import { median } from './median.ts';
import type { Figure } from './run.ts';

const ROUNDS = 5;
const GOAL_MS = 1_000;
const HELMET = path.join(import.meta.dirname, '../../../shared/samples/models/DamagedHelmet.glb');

/** GLB to FBX of 15,000 triangles with five 2048² textures, beside Blender's own export of the same file. */
export async function benchConvert(): Promise<Figure[]> {
  const isHelmet = existsSync(HELMET);
  const glb = isHelmet ? await readFile(HELMET) : await makeTexturedSphere(15_000, 2048);
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    rounds.push(await timed(() => convertModel(glb, defaultConvertOptions('FBX'), () => undefined)));
  }
  const ours = median(rounds.slice(1));
  const what = `GLB to FBX, ${isHelmet ? 'DamagedHelmet' : 'a sphere'}, 15k triangles, five 2048² textures`;
  return [
    {
      what,
      value: `${ours.toFixed(0)} ms`,
      goal: '≤ 1000 ms',
      peer: exportWithBlender(glb, ours),
      met: ours <= GOAL_MS,
    },
  ];
}

/** Wall time of Blender's command line for the same job; a sentence when it is not installed. */
function exportWithBlender(glb: Uint8Array, ours: number): string {
  const blender = findProgram('blender');
  if (!blender) return 'Blender, which is not installed here';
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  try {
    const [model, script] = [path.join(folder, 'model.glb'), path.join(folder, 'export.py')];
    writeFileSync(model, glb);
    // Debian's Blender 3.4 meets a numpy without `bool`; one line mends it.
    writeFileSync(
      script,
      `import bpy, numpy\nnumpy.bool = bool\nbpy.ops.import_scene.gltf(filepath=${JSON.stringify(model)})\n` +
        `bpy.ops.export_scene.fbx(filepath=${JSON.stringify(`${model}.fbx`)}, path_mode='COPY', embed_textures=True)\n`,
    );
    const start = performance.now();
    spawnSync(blender, ['-b', '--factory-startup', '-P', script], { stdio: 'ignore', timeout: 120_000 });
    const theirs = performance.now() - start;
    return `Blender's command line ${theirs.toFixed(0)} ms, ratio ${(ours / theirs).toFixed(2)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
