import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { encodePng } from '../../../src-main/engine/base/image/encode-png.ts';
import type { Image } from '../../../src-main/engine/base/image/image.ts';
import { farCamera, renderOrthographic } from '../../../src-main/engine/base/render/render-orthographic.ts';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { imageToModel } from '../../../src-main/engine/make/one-view/image-to-model.ts';
import { imageToSplat, type ImageToSplatResult } from '../../../src-main/engine/make/splat/image-to-splat.ts';
import { renderSplats } from '../../../src-main/engine/make/splat/render-splats.ts';
import { splatBounds } from '../../helpers/models/splat-bounds.ts';
import { compareImages } from '../../helpers/images/compare-images.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { timed } from '../harness/clock.ts';
import { MissingProgram } from '../harness/missing-program.ts';
import { defineGroup, type Trial } from '../harness/row.ts';
import { SAMPLES } from '../../helpers/samples.ts';

const NAMES = { ball: 'a ball', Fox: 'Fox', DamagedHelmet: 'the helmet' } as const;
const EDGE = 1024;
const SPLATS = 200_000;

type ModelName = keyof typeof NAMES;

interface Context {
  /** The model from the front; throws where the samples are missing. */
  draw(name: ModelName): Promise<{ readonly image: Image; readonly png: Uint8Array }>;
}

function measure(name: ModelName): Trial<Context> {
  return {
    rows: [
      {
        id: `splat/${name}-colors`,
        what: `${NAMES[name]}, splats of one image, colors of the front`,
        ...{ figure: 'psnr', unit: 'dB', better: 'higher', goal: { limit: 24 } },
      },
      {
        id: `splat/${name}-time`,
        what: `${NAMES[name]}, image of ${EDGE}² to splats, both files and preview`,
        ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 5_000 } },
      },
    ],
    state: 'warm',
    quickRuns: name === 'DamagedHelmet' ? 0 : 1,
    async ours({ draw }) {
      const { image, png } = await draw(name);
      let made: ImageToSplatResult | undefined;
      const ms = await timed(async () => {
        made = await imageToSplat(png, { count: SPLATS, seed: 0 }, () => undefined);
      });
      const { cloud } = made!;
      const front = renderSplats(cloud, farCamera(splatBounds(cloud), 'front'), EDGE);
      return { ms, psnr: (await compareImages(image, front)).psnr };
    },
    peer: {
      name: 'a mesh of the same image',
      async measure({ draw }) {
        const { image, png } = await draw(name);
        const options = { texture: true, textureSize: EDGE, faceLimit: null, compress: '', seed: 0 } as const;
        let glb = new Uint8Array();
        const ms = await timed(async () => {
          glb = new Uint8Array((await imageToModel(png, options, () => undefined)).glb);
        });
        const [front] = await renderOrthographic(await readGlb(glb), ['front'], EDGE, 'none');
        return { ms, psnr: (await compareImages(image, front!)).psnr };
      },
    },
  };
}

/** How true the splats of an image are to it from the front, and what they cost. */
export const splatGroup = defineGroup<Context>({
  name: 'splat',
  open() {
    const draw: Context['draw'] = async (name) => {
      const file = path.join(SAMPLES, 'models', `${name}.glb`);
      if (name !== 'ball' && !existsSync(file)) throw new MissingProgram(`the sample ${name}.glb is missing`);
      const document = await readGlb(name === 'ball' ? await makeTexturedSphere(5000, 256) : await readFile(file));
      const [image] = await renderOrthographic(document, ['front'], EDGE, 'soft');
      return { image: image!, png: await encodePng(image!) };
    };
    return Promise.resolve({ draw });
  },
  close: () => Promise.resolve(),
  trials: (Object.keys(NAMES) as ModelName[]).map(measure),
});
