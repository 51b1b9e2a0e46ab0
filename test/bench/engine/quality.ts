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
import type { TriangleMesh } from '../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { compareImages } from '../../helpers/images/compare-images.ts';
import { renderFourViews } from '../../helpers/models/orthographic-views.ts';
import { measureSurfaceError } from '../../helpers/models/surface-error.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { timed } from '../bench-app.ts';
import { joinedMesh } from '../bench-models.ts';
import type { Figure } from '../unconverted.ts';
import { SAMPLES } from '../../helpers/samples.ts';

/** Most mean surface error in percent of the diagonal. */
const SAMPLE_GOALS = { Fox: 0.7, DamagedHelmet: 2.0 } as const;
const BALL_GOAL = 0.7;
const MIN_OVERLAP = 0.985;
const MIN_PSNR = 28;
const MAX_VIEWS_MS = 3000;
const PICTURE_EDGE = 1024;
const OPTIONS = { texture: true, textureSize: 2048, faceLimit: null, compress: '', seed: 0 } as const;

/** How true the models are that the engine makes of views rendered from known ones. */
export async function benchQuality(): Promise<Figure[]> {
  const ball = await readGlb(await makeTexturedSphere(5000, 256));
  const figures = await benchViews('a ball', ball, BALL_GOAL);
  for (const [name, goal] of Object.entries(SAMPLE_GOALS)) {
    const file = path.join(SAMPLES, 'models', `${name}.glb`);
    if (!existsSync(file)) {
      console.log(`  ${name} was left out: ../../shared/samples is not there.`);
      continue;
    }
    const document = await readGlb(await readFile(file));
    figures.push(...(await benchViews(name, document, goal)), ...(await benchPicture(name, document)));
  }
  return figures;
}

/** Four views to a model: the error of its surface, and the time. */
async function benchViews(name: string, document: Document, goal: number): Promise<Figure[]> {
  const truth = joinedMesh(document);
  const views = await renderFourViews(document, PICTURE_EDGE);
  const error = await errorOf(truth, views);
  const perspective = await Promise.all(
    [0, 90, 180, 270].map(async (azimuth) =>
      encodePng(await renderPreview(document, { size: PICTURE_EDGE, azimuth, elevation: 0, background: null })),
    ),
  );
  const skewed = await errorOf(truth, perspective);
  const time = await timed(() => multiViewToModel(views, { ...OPTIONS, textureSize: 1024 }, () => undefined));
  return [
    {
      what: `${name}, four views, mean surface error`,
      value: `${error.mean.toFixed(2)} % of the diagonal (${error.truthToMade.toFixed(2)} there, ${error.madeToTruth.toFixed(2)} back)`,
      goal: `≤ ${goal} %`,
      peer: `views with a perspective of 30°, ${skewed.mean.toFixed(2)} %`,
      met: error.mean <= goal,
    },
    {
      what: `${name}, four views of ${PICTURE_EDGE} px, time`,
      value: `${time.toFixed(0)} ms`,
      goal: `≤ ${MAX_VIEWS_MS} ms`,
      peer: 'nothing',
      met: time <= MAX_VIEWS_MS,
    },
  ];
}

async function errorOf(truth: TriangleMesh, views: readonly Uint8Array[]) {
  const { glb } = await multiViewToModel(views, { ...OPTIONS, texture: false }, () => undefined);
  return measureSurfaceError(truth, joinedMesh(await readGlb(glb)));
}

/** One image to a model: how like the image its front is. */
async function benchPicture(name: string, document: Document): Promise<Figure[]> {
  const [picture] = await renderOrthographic(document, ['front'], PICTURE_EDGE, 'soft');
  const { glb } = await imageToModel(await encodePng(picture!), OPTIONS, () => undefined);
  const [front] = await renderOrthographic(await readGlb(glb), ['front'], PICTURE_EDGE, 'none');
  const { overlap, psnr } = await compareImages(picture!, front!);
  return [
    {
      what: `${name}, one picture, overlap of the front's outline`,
      value: overlap.toFixed(4),
      goal: `≥ ${MIN_OVERLAP}`,
      peer: 'the picture itself',
      met: overlap >= MIN_OVERLAP,
    },
    {
      what: `${name}, one picture, colours of the front`,
      value: `${psnr.toFixed(1)} dB`,
      goal: `≥ ${MIN_PSNR} dB`,
      peer: 'the picture itself',
      met: psnr >= MIN_PSNR,
    },
  ];
}
