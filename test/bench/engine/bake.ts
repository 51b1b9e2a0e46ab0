import type { Document } from '@gltf-transform/core';
import { convertShape } from '../../../src-main/engine/change/convert/convert-shape.ts';
import { toFlatMeshes } from '../../../src-main/engine/base/document/flat-meshes.ts';
import { NO_CORNER } from '../../../src-main/engine/base/document/flat-mesh.ts';
import { decimateModel } from '../../../src-main/engine/change/decimate/decimate-model.ts';
import { openModel } from '../../../src-main/engine/files/model/open-model.ts';
import { renderOrthographic } from '../../../src-main/engine/base/render/render-orthographic.ts';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { toGlb } from '../../../src-main/engine/files/gltf/to-glb.ts';
import { compareImages } from '../../helpers/images/compare-images.ts';
import { measureSurfaceError } from '../../helpers/models/surface-error.ts';
import { joinedMesh, makeKnot, readHelmet } from '../bench-models.ts';
import type { Figure } from '../unconverted.ts';

const FACES = 5000;
const MAX_ERROR = 1;
const MAX_BAKE_MS = 8000;
const MIN_QUADS = 0.95;
const PLAIN = { window: [500, 20_000], partNames: [] } as const;

/** Baking an old look onto fewer faces, and quads. */
export async function benchBake(): Promise<Figure[]> {
  return [...(await benchBaked()), ...(await benchQuads())];
}

async function benchBaked(): Promise<Figure[]> {
  const { name, glb } = await readHelmet();
  const source = await readGlb(glb);
  const start = performance.now();
  const cpu = process.cpuUsage();
  const options = { ...PLAIN, faceLimit: FACES, quad: false, bake: true };
  let bakeStart = start;
  const { document } = await decimateModel(glb, options, (_, stage) => {
    if (stage === 'bake' && bakeStart === start) bakeStart = performance.now();
  });
  const ms = performance.now() - bakeStart;
  const { user, system } = process.cpuUsage(cpu);
  const made = await readGlb(await toGlb(document));
  const { mean } = measureSurfaceError(joinedMesh(source), joinedMesh(made));
  const [before] = await renderOrthographic(source, ['front'], 1024, 'soft');
  const [after] = await renderOrthographic(made, ['front'], 1024, 'soft');
  const { psnr } = await compareImages(before!, after!);
  return [
    {
      what: `${name} baked onto ${FACES} triangles, error of the surface`,
      value: `${mean.toFixed(3)} % of the diagonal; the front differs by ${psnr.toFixed(1)} dB`,
      goal: `< ${MAX_ERROR} %`,
      peer: 'the model itself',
      met: mean < MAX_ERROR,
    },
    {
      what: `${name}, baking its 2048² textures`,
      value: `${ms.toFixed(0)} ms (all of it ${((user + system) / 1000).toFixed(0)} ms of processor time)`,
      goal: `≤ ${MAX_BAKE_MS} ms`,
      peer: 'nothing',
      met: ms <= MAX_BAKE_MS,
    },
  ];
}

async function benchQuads(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, glb } of [await readHelmet(), { name: 'a knot of 20k', glb: await makeKnot(20_000) }]) {
    const { document } = await decimateModel(
      glb,
      { ...PLAIN, faceLimit: FACES, quad: true, bake: false },
      () => undefined,
    );
    figures.push(toFigure(`${name} to ${FACES} quads`, shareOfQuads(document)));
    const paired = await openModel(glb, 'reshape');
    await convertShape(paired, { forceSymmetry: false, faceLimit: null, atlas: null, quad: true, splits: true });
    figures.push(toFigure(`${name} converted with quads`, shareOfQuads(paired)));
  }
  return figures;
}

function toFigure(what: string, share: number): Figure {
  return {
    what: `${what}, faces that are quads`,
    value: `${(share * 100).toFixed(1)} %`,
    goal: `≥ ${MIN_QUADS * 100} %`,
    peer: 'nothing',
    met: share >= MIN_QUADS,
  };
}

function shareOfQuads(document: Document): number {
  let [faces, quads] = [0, 0];
  for (const { quads: polygons, indices } of toFlatMeshes(document).flatMap(({ primitives }) => primitives)) {
    if (!polygons) faces += indices.length / 3;
    for (let at = 0; at < (polygons?.length ?? 0); at += 4) {
      faces++;
      if (polygons![at + 3] !== NO_CORNER) quads++;
    }
  }
  return quads / faces;
}
