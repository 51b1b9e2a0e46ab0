import type { Document } from '@gltf-transform/core';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { encodePng } from '../../../src-main/engine/base/image/encode-png.ts';
import { farCamera, renderOrthographic } from '../../../src-main/engine/base/render/render-orthographic.ts';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { imageToSplat, type ImageToSplatResult } from '../../../src-main/engine/make/splat/image-to-splat.ts';
import { renderSplats } from '../../../src-main/engine/make/splat/render-splats.ts';
import { splatBounds } from '../../helpers/models/splat-bounds.ts';
import { compareImages } from '../../helpers/images/compare-images.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { timed } from '../bench-app.ts';
import type { Figure } from '../unconverted.ts';
import { SAMPLES } from '../../helpers/samples.ts';

const MODELS = path.join(SAMPLES, 'models');
const NAMES = ['Fox', 'DamagedHelmet'];
const PICTURE_EDGE = 1024;
const SPLATS = 200_000;
const MIN_PSNR = 24;
const MAX_MS = 5000;

/** How true the splats of an image are to it from the front, and what they cost. */
export async function benchSplat(): Promise<Figure[]> {
  const figures = await benchModel('a ball', await readGlb(await makeTexturedSphere(5000, 256)));
  for (const name of NAMES) {
    const file = path.join(MODELS, `${name}.glb`);
    if (existsSync(file)) figures.push(...(await benchModel(name, await readGlb(await readFile(file)))));
    else console.log(`  ${name} was left out: ../../shared/samples is not there.`);
  }
  return figures;
}

async function benchModel(name: string, document: Document): Promise<Figure[]> {
  const [picture] = await renderOrthographic(document, ['front'], PICTURE_EDGE, 'soft');
  const png = await encodePng(picture!);
  let made: ImageToSplatResult | undefined;
  const time = await timed(async () => {
    made = await imageToSplat(png, { count: SPLATS, seed: 0 }, () => undefined);
  });
  const { cloud } = made!;
  const front = renderSplats(cloud, farCamera(splatBounds(cloud), 'front'), PICTURE_EDGE);
  const { overlap, psnr } = await compareImages(picture!, front);
  return [
    {
      what: `${name}, ${cloud.count} splats of one picture, colours of the front`,
      value: `${psnr.toFixed(1)} dB, outline ${overlap.toFixed(3)}`,
      goal: `≥ ${MIN_PSNR} dB`,
      peer: 'the picture itself',
      met: psnr >= MIN_PSNR,
    },
    {
      what: `${name}, ${PICTURE_EDGE}² picture to splats, both files and preview, time`,
      value: `${time.toFixed(0)} ms`,
      goal: `≤ ${MAX_MS} ms`,
      peer: 'nothing',
      met: time <= MAX_MS,
    },
  ];
}
