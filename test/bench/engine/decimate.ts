import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { simplify, weld } from '@gltf-transform/functions';
import { MeshoptSimplifier } from 'meshoptimizer';
import { decimateModel } from '../../../src-main/engine/change/decimate/decimate-model.ts';
import { readGlb, writeGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { toGlb } from '../../../src-main/engine/files/gltf/to-glb.ts';
import { measureSurfaceError } from '../../helpers/models/surface-error.ts';
import { timed } from '../bench-app.ts';
import { joinedMesh, makeKnot, readHelmet, type BenchModel } from '../bench-models.ts';
import { median } from '../median.ts';
import { quoted, runBlender } from '../run-blender.ts';
import type { Figure } from '../unconverted.ts';

const ROUNDS = 3;
const MANY = 500_000;
const TIMES_AS_FAST_AS_BLENDER = 10;
const SHARE = 0.1;
const MAX_ERROR = 1.1;
const MAX_TIME = 1.5;
const PLAIN = { window: [1, MANY], quad: false, partNames: [], bake: false } as const;

/** Fewer faces: time beside Blender's modifier, error and time beside gltfpack. */
export async function benchDecimate(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  try {
    const knot: BenchModel = { name: 'a knot of 500k', glb: await makeKnot(MANY) };
    const figures = [await compareWithModifier(knot, path.join(folder, 'knot.glb'))];
    for (const model of [knot, await readHelmet()]) figures.push(...(await compareWithPack(model)));
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ours from the bytes of a GLB to those of another, in an engine that runs; theirs the modifier alone. */
async function compareWithModifier({ name, glb }: BenchModel, source: string): Promise<Figure> {
  writeFileSync(source, glb);
  const faceLimit = MANY * SHARE;
  const script = `bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=${quoted(source)})
part = next(o for o in bpy.context.scene.objects if o.type == 'MESH')
bpy.context.view_layer.objects.active = part
modifier = part.modifiers.new('fewer', 'DECIMATE')
modifier.ratio = ${SHARE}
start = time.perf_counter()
bpy.ops.object.modifier_apply(modifier='fewer')
mark('seconds', time.perf_counter() - start)
mark('triangles', sum(len(face.vertices) - 2 for face in part.data.polygons))
`;
  const [ours, theirs]: [number[], number[]] = [[], []];
  const work = async () => {
    const { document } = await decimateModel(glb, { ...PLAIN, faceLimit }, () => undefined);
    await toGlb(document);
  };
  await work();
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await timed(work));
    const run = runBlender(script);
    if (run) theirs.push(run.marks['seconds']! * 1000);
  }
  const times = median(theirs) / median(ours);
  return {
    what: `${name} to a tenth, GLB to GLB`,
    value: `${median(ours).toFixed(0)} ms, ${times.toFixed(1)} × as fast`,
    goal: `≥ ${TIMES_AS_FAST_AS_BLENDER} ×`,
    peer:
      theirs.length > 0
        ? `Blender's Decimate modifier alone ${median(theirs).toFixed(0)} ms`
        : 'Blender, which is not installed here',
    met: times >= TIMES_AS_FAST_AS_BLENDER,
  };
}

/**
 * Both in an engine that runs, from the bytes of a GLB to those of another, and to the same number of triangles: where
 * gltfpack stops earlier ours goes no further either. Without the package its simplifier through gltf-transform.
 */
async function compareWithPack({ name, glb }: BenchModel): Promise<Figure[]> {
  const truth = joinedMesh(await readGlb(glb));
  const pack = await findPack();
  const theirMesh = joinedMesh(await readGlb(await (pack?.(glb) ?? simplifyHere(glb))));
  const faceLimit = theirMesh.indices.length / 3;
  const work = async () => {
    const { document } = await decimateModel(glb, { ...PLAIN, faceLimit }, () => undefined);
    return toGlb(document);
  };
  const ownMesh = joinedMesh(await readGlb(await work()));
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await timed(work));
    theirs.push(await timed(() => pack?.(glb) ?? simplifyHere(glb)));
  }
  const [error, theirError] = [ownMesh, theirMesh].map((made) => measureSurfaceError(truth, made).mean) as [
    number,
    number,
  ];
  const peer = pack ? 'gltfpack' : 'meshoptimizer through gltf-transform, as gltfpack is not installed,';
  const what = `${name} to ${faceLimit} of ${truth.indices.length / 3} triangles`;
  const times = median(ours) / median(theirs);
  return [
    {
      what: `${what}, error`,
      value: `${error.toFixed(4)} % of the diagonal, ${(error / theirError).toFixed(2)} × theirs`,
      goal: `≤ ${MAX_ERROR} ×`,
      peer: `${peer} ${theirError.toFixed(4)} %`,
      met: error <= MAX_ERROR * theirError,
    },
    {
      what: `${what}, GLB to GLB`,
      value: `${median(ours).toFixed(0)} ms, ${times.toFixed(2)} × theirs`,
      goal: `≤ ${MAX_TIME} ×`,
      peer: `${peer} ${median(theirs).toFixed(0)} ms`,
      met: times <= MAX_TIME,
    },
  ];
}

/** A program that makes a GLB of another. */
type Pack = (glb: Uint8Array) => Promise<Uint8Array>;

/**
 * gltfpack, from its npm package in the project or in the folder `--gltfpack=` names; null: it is not installed. Without
 * quantising, which would cost it accuracy that ours does not give up.
 */
async function findPack(): Promise<Pack | null> {
  const named = process.argv.find((word) => word.startsWith('--gltfpack='))?.slice('--gltfpack='.length);
  const file = path.join(named ?? path.join(import.meta.dirname, '../../../node_modules/gltfpack'), 'library.js');
  if (!existsSync(file)) return null;
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

async function simplifyHere(glb: Uint8Array): Promise<Uint8Array> {
  const document = await readGlb(glb);
  await document.transform(weld(), simplify({ simplifier: MeshoptSimplifier, ratio: SHARE, error: 0.01 }));
  return writeGlb(document);
}
