import type { Document } from '@gltf-transform/core';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { imageToModel } from '../../../src-main/engine/make/one-view/image-to-model.ts';
import { encodePng } from '../../../src-main/engine/base/image/encode-png.ts';
import { multiViewToModel } from '../../../src-main/engine/make/multi-view/multi-view-to-model.ts';
import { renderOrthographic } from '../../../src-main/engine/base/render/render-orthographic.ts';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { renderPreview } from '../../../src-main/engine/base/render/render-preview.ts';
import { compareImages } from '../../helpers/images/compare-images.ts';
import { renderFourViews } from '../../helpers/models/orthographic-views.ts';
import { measureSurfaceError } from '../../helpers/models/surface-error.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { timed } from '../harness/clock.ts';
import { joinedMesh } from '../bench-models.ts';
import { MissingProgram } from '../harness/missing-program.ts';
import { defineGroup, type Trial } from '../harness/row.ts';
import { SAMPLES } from '../../helpers/samples.ts';

/** Models, and the most mean surface error of four views in percent of the diagonal. */
const MODELS = {
  ball: { what: 'a ball', error: 0.7 },
  Fox: { what: 'Fox', error: 0.7 },
  DamagedHelmet: { what: 'the helmet', error: 2 },
} as const;
const EDGE = 1024;
const OPTIONS = { texture: true, textureSize: 2048, faceLimit: null, compress: '', seed: 0 } as const;

type ModelName = keyof typeof MODELS;

interface Context {
  /** Throws where the samples are missing. */
  read(name: ModelName): Promise<Document>;
}

/** Four views to a model: the error of its surface. */
function measureError(name: ModelName): Trial<Context> {
  return {
    rows: [
      {
        id: `quality/${name}-error`,
        what: `${MODELS[name].what}, four views, mean surface error`,
        ...{ figure: 'error', unit: '% of the diagonal', better: 'lower', goal: { limit: MODELS[name].error } },
      },
    ],
    state: 'cold',
    isExact: true,
    async ours({ read }) {
      const document = await read(name);
      return { error: await errorOf(document, await renderFourViews(document, EDGE)) };
    },
    peer: {
      name: 'views with a perspective of 30°',
      async measure({ read }) {
        const document = await read(name);
        const views = [0, 90, 180, 270].map(async (azimuth) =>
          encodePng(await renderPreview(document, { size: EDGE, azimuth, elevation: 0, background: null })),
        );
        return { error: await errorOf(document, await Promise.all(views)) };
      },
    },
  };
}

function measureTime(name: ModelName): Trial<Context> {
  return {
    rows: [
      {
        id: `quality/${name}-time`,
        what: `${MODELS[name].what}, four views of ${EDGE}² to a model`,
        ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 3_000 } },
      },
    ],
    state: 'warm',
    async ours({ read }) {
      const views = await renderFourViews(await read(name), EDGE);
      return { ms: await timed(() => multiViewToModel(views, { ...OPTIONS, textureSize: 1024 }, () => undefined)) };
    },
    peer: {
      name: 'one view',
      async measure({ read }) {
        const [view] = await renderFourViews(await read(name), EDGE);
        return { ms: await timed(() => imageToModel(view!, { ...OPTIONS, textureSize: 1024 }, () => undefined)) };
      },
    },
  };
}

/** One image to a model: how like the image its front is. */
function measureFront(name: ModelName): Trial<Context> {
  return {
    rows: [
      {
        id: `quality/${name}-outline`,
        what: `${MODELS[name].what}, one image, overlap of the front’s outline`,
        ...{ figure: 'overlap', unit: '', better: 'higher', goal: { limit: 0.985 } },
      },
      {
        id: `quality/${name}-colors`,
        what: `${MODELS[name].what}, one image, colors of the front`,
        ...{ figure: 'psnr', unit: 'dB', better: 'higher', goal: { limit: 28 } },
      },
    ],
    state: 'cold',
    isExact: true,
    async ours({ read }) {
      const [image] = await renderOrthographic(await read(name), ['front'], EDGE, 'soft');
      const { glb } = await imageToModel(await encodePng(image!), OPTIONS, () => undefined);
      const [front] = await renderOrthographic(await readGlb(glb), ['front'], EDGE, 'none');
      const { overlap, psnr } = await compareImages(image!, front!);
      return { overlap, psnr };
    },
    peer: {
      name: 'the model itself, drawn without light',
      async measure({ read }) {
        const document = await read(name);
        const [image] = await renderOrthographic(document, ['front'], EDGE, 'soft');
        const [front] = await renderOrthographic(document, ['front'], EDGE, 'none');
        const { overlap, psnr } = await compareImages(image!, front!);
        return { overlap, psnr };
      },
    },
  };
}

/** How true the models are that the engine generates from views of known ones. */
export const qualityGroup = defineGroup<Context>({
  name: 'quality',
  open() {
    const read = async (name: ModelName): Promise<Document> => {
      if (name === 'ball') return readGlb(await makeTexturedSphere(5000, 256));
      const file = path.join(SAMPLES, 'models', `${name}.glb`);
      if (!existsSync(file)) throw new MissingProgram(`the sample ${name}.glb is missing`);
      return readGlb(await readFile(file));
    };
    return Promise.resolve({ read });
  },
  close: () => Promise.resolve(),
  trials: [
    ...(['ball', 'Fox', 'DamagedHelmet'] as const).flatMap((name) => [measureError(name), measureTime(name)]),
    measureFront('Fox'),
    measureFront('DamagedHelmet'),
  ],
});

async function errorOf(truth: Document, views: readonly Uint8Array[]): Promise<number> {
  const { glb } = await multiViewToModel(views, { ...OPTIONS, texture: false }, () => undefined);
  return measureSurfaceError(joinedMesh(truth), joinedMesh(await readGlb(glb))).mean;
}
