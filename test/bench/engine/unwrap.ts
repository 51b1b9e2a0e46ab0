import type { Document } from '@gltf-transform/core';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openModel } from '../../../src-main/engine/files/model/open-model.ts';
import { listSurfaces, readFloats } from '../../../src-main/engine/base/document/list-surfaces.ts';
import { ATLAS_UV, packUv } from '../../../src-main/engine/base/uv/pack-uv.ts';
import { timed } from '../bench-app.ts';
import { makeKnot, readHelmet, type BenchModel } from '../bench-models.ts';
import { median } from '../median.ts';
import { quoted, runBlender } from '../run-blender.ts';
import type { Figure } from '../unconverted.ts';
import { measureUvs, type UvSurface } from './measure-uvs.ts';
import { SAMPLES } from '../../helpers/samples.ts';

const ROUNDS = 5;
const ATLAS = 1024;
/** What `packUv` leaves empty around a chart. */
const PADDING = 4;
const KNOT_20K = path.join(SAMPLES, 'models/knot20k.glb');

/** New uvs beside Blender's smart project: stretch, how much of the square is used, and time. */
export async function benchUnwrap(): Promise<Figure[]> {
  const knot = existsSync(KNOT_20K) ? readFileSync(KNOT_20K) : await makeKnot(20_000);
  const models: (BenchModel & { mostTime: number })[] = [
    { ...(await readHelmet()), mostTime: 1 },
    { name: 'a knot of 20k', glb: knot, mostTime: 1 },
    { name: 'a knot of 60k', glb: await makeKnot(60_000), mostTime: 1.5 },
  ];
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  try {
    const figures: Figure[] = [];
    for (const model of models) figures.push(...(await compare(model, model.mostTime, path.join(folder, 'model.glb'))));
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare({ name, glb }: BenchModel, mostTime: number, source: string): Promise<Figure[]> {
  writeFileSync(source, glb);
  const target = `${source}.blender.glb`;
  const script = `bpy.ops.wm.read_factory_settings(use_empty=True)
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
`;
  const [ours, theirs]: [number[], number[]] = [[], []];
  const [ourWork, theirWork]: [number[], number[]] = [[], []];
  let made: Document | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const document = await openModel(glb, 'reshape');
    const cpu = process.cpuUsage();
    ours.push(await timed(() => packUv(document, { keepCharts: false, size: ATLAS })));
    const { user, system } = process.cpuUsage(cpu);
    ourWork.push((user + system) / 1000);
    made = document;
    const run = runBlender(script);
    if (!run) continue;
    theirs.push(run.marks['seconds']! * 1000);
    theirWork.push(run.marks['busy']! * 1000);
  }
  const own = measureUvs(readUvSurfaces(made!, ATLAS_UV));
  const hasPeer = theirs.length > 0;
  const other = hasPeer
    ? measureUvs(readUvSurfaces(await openModel(readFileSync(target), 'reshape'), 'TEXCOORD_0'))
    : null;
  const peer = (words: string): string =>
    hasPeer ? `Blender's smart project ${words}` : 'Blender, which is not installed here';
  const ratio = median(ours) / median(theirs);
  return [
    {
      what: `${name}, stretch of new uvs`,
      value: own.stretch.toFixed(3),
      goal: '≤ the peer',
      peer: peer(other?.stretch.toFixed(3) ?? ''),
      met: other !== null && own.stretch <= other.stretch,
    },
    {
      what: `${name}, share of the square used`,
      value: `${(own.used * 100).toFixed(1)} %`,
      goal: '≥ the peer',
      peer: peer(`${((other?.used ?? 0) * 100).toFixed(1)} %`),
      met: other !== null && own.used >= other.used,
    },
    {
      what: `${name}, time of new uvs`,
      value: `${median(ours).toFixed(0)} ms (${median(ourWork).toFixed(0)} ms of processor time), ${ratio.toFixed(2)} × theirs`,
      goal: `≤ ${mostTime} ×`,
      peer: peer(`${median(theirs).toFixed(0)} ms (${median(theirWork).toFixed(0)} ms)`),
      met: ratio <= mostTime,
    },
  ];
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
