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
import { defineGroup, type Trial } from '../harness/row.ts';

const FACES = 5000;
const PLAIN = { window: [500, 20_000], partNames: [] } as const;

interface Context {
  readonly helmet: Uint8Array;
  readonly knot: Uint8Array;
}

const bake: Trial<Context> = {
  rows: [
    {
      id: 'engine/bake/error',
      what: 'the helmet baked onto 5,000 triangles, error of the surface',
      ...{ figure: 'error', unit: '% of the diagonal', better: 'lower', goal: { limit: 1, ratio: 1.1 } },
    },
    {
      id: 'engine/bake/time',
      what: 'textures of 2048² baked again',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 8_000 } },
    },
    {
      id: 'engine/bake/colors',
      what: 'the helmet baked onto 5,000 triangles, colors of the front',
      ...{ figure: 'psnr', unit: 'dB', better: 'higher', goal: { ratio: 1 } },
    },
  ],
  state: 'cold',
  quickRuns: 0,
  async ours({ helmet }) {
    const source = await readGlb(helmet);
    const start = performance.now();
    let bakeStart = start;
    const { document } = await decimateModel(
      helmet,
      { ...PLAIN, faceLimit: FACES, quad: false, bake: true },
      (_, stage) => {
        if (stage === 'bake' && bakeStart === start) bakeStart = performance.now();
      },
    );
    const ms = performance.now() - bakeStart;
    return { ms, ...(await compareToSource(source, document)) };
  },
  peer: {
    name: 'the same triangles without baking',
    async measure({ helmet }) {
      const start = performance.now();
      const { document } = await decimateModel(
        helmet,
        { ...PLAIN, faceLimit: FACES, quad: false, bake: false },
        () => undefined,
      );
      const ms = performance.now() - start;
      return { ms, ...(await compareToSource(await readGlb(helmet), document)) };
    },
  },
};

async function compareToSource(source: Document, document: Document): Promise<{ error: number; psnr: number }> {
  const made = await readGlb(await toGlb(document));
  const { mean } = measureSurfaceError(joinedMesh(source), joinedMesh(made));
  const [before] = await renderOrthographic(source, ['front'], 1024, 'soft');
  const [after] = await renderOrthographic(made, ['front'], 1024, 'soft');
  return { error: mean, psnr: (await compareImages(before!, after!)).psnr };
}

/** Shares of quads after decimating and converting. */
function countQuads(name: keyof Context, what: string): Trial<Context> {
  return {
    rows: (['decimated', 'converted'] as const).map((figure) => ({
      id: `engine/bake/${name}-quads-${figure}`,
      what: `${what} ${figure} with quads, faces that are quads`,
      ...{ figure, unit: '%', better: 'higher', goal: { limit: 95 } },
    })),
    state: 'cold',
    isExact: true,
    quickRuns: name === 'knot' ? 1 : 0,
    async ours(context) {
      const glb = context[name];
      const { document } = await decimateModel(
        glb,
        { ...PLAIN, faceLimit: FACES, quad: true, bake: false },
        () => undefined,
      );
      const paired = await openModel(glb, 'reshape');
      await convertShape(paired, { forceSymmetry: false, faceLimit: null, atlas: null, quad: true, splits: true });
      return { decimated: shareOfQuads(document), converted: shareOfQuads(paired) };
    },
    peer: null,
  };
}

/** Baking an old look onto fewer faces, and quads. */
export const bakeGroup = defineGroup<Context>({
  name: 'engine/bake',
  open: async () => ({ helmet: (await readHelmet()).glb, knot: await makeKnot(20_000) }),
  close: () => Promise.resolve(),
  trials: [bake, countQuads('helmet', 'the helmet'), countQuads('knot', '20,000 triangles')],
});

/** Percent of the faces. */
function shareOfQuads(document: Document): number {
  let [faces, quads] = [0, 0];
  for (const { quads: polygons, indices } of toFlatMeshes(document).flatMap(({ primitives }) => primitives)) {
    if (!polygons) faces += indices.length / 3;
    for (let at = 0; at < (polygons?.length ?? 0); at += 4) {
      faces++;
      if (polygons![at + 3] !== NO_CORNER) quads++;
    }
  }
  return (quads / faces) * 100;
}
