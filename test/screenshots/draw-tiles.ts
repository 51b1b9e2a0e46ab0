import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { ANIMATIONS } from '../../src-shared/api/operations/retarget-animation.ts';
import { rigTypeOf } from '../../src-shared/operations/rig-type-of.ts';
import type { RIG_TYPES } from '../../src-shared/api/operations/rig-model.ts';
import { MATERIAL_OPTIONS } from '../../src-renderer/features/operations/material-words.ts';
import { STYLES } from '../../src-shared/api/operations/stylize-model.ts';
import type { Image } from '../../src-main/engine/base/image/image.ts';
import { renderPreview } from '../../src-main/engine/base/render/render-preview.ts';
import { retargetModel } from '../../src-main/engine/change/animate/retarget-model.ts';
import { rigModel } from '../../src-main/engine/change/rig/rig-model.ts';
import { stylizeModel } from '../../src-main/engine/change/stylize/stylize-model.ts';
import { parseTexturePrompt } from '../../src-main/engine/change/texture/painters/parse-texture-prompt.ts';
import { toGlb } from '../../src-main/engine/files/gltf/to-glb.ts';
import { openModel } from '../../src-main/engine/files/model/open-model.ts';
import { textToModel } from '../../src-main/engine/make/text/text-to-model.ts';
import { toPosableClip } from '../../src-main/engine/show/video/pose-clip.ts';
import { drawMaterialBall } from './material-ball.ts';
import { legged } from './legged-body.ts';

/** Edge of a tile in pixels: twice its edge on the page. */
const EDGE = 144;

const WEBP = { quality: 78, alphaQuality: 80, effort: 6 } as const;

/** The moment of a clip that shows best what it is, as a share of its length; a third by default. */
const MOMENTS: Readonly<Record<string, number>> = {
  idle: 0,
  walk: 0,
  run: 0.1,
  jump: 0.5,
  fall: 0.75,
  turn: 0.5,
  slash: 0.4,
};

/** Azimuths of the camera in degrees: poses are shown from the side, everything else from the front. */
const VIEW = { azimuth: 28, elevation: 14 } as const;
const SIDE = { azimuth: 58, elevation: 10 } as const;

/** A body of each rig type: a description, or the number of pairs of legs. */
const BODIES = {
  biped: 'a man',
  quadruped: 'a dog',
  hexapod: 3,
  octopod: 4,
  avian: 'a bird',
  serpentine: 'a snake',
  aquatic: 'a fish',
  others: 'a tree',
} as const satisfies Record<(typeof RIG_TYPES)[number], string | number>;

/**
 * Draws the images of styles, rig types, clips and materials into a folder, `<field>-<option>.webp`: each is made by the
 * engine as the operation makes it. Clips for bodies that it has no clips for show the body; materials are shown on a
 * ball in a studio.
 */
async function drawTiles(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const save = async (field: string, option: string, document: Document, angle: typeof VIEW | typeof SIDE) =>
    write(field, option, await renderPreview(document, { size: EDGE, ...angle, background: null }));
  const write = async (field: string, option: string, { data, width, height }: Image) => {
    const name = `${field}-${option.replace(/^preset:/, '').replaceAll(':', '-')}.webp`;
    const raw = { width, height, channels: 4 } as const;
    writeFileSync(join(folder, name), await sharp(data, { raw }).webp(WEBP).toBuffer());
  };

  const bodies = new Map<string, Uint8Array>();
  for (const [type, body] of Object.entries(BODIES)) {
    const glb = typeof body === 'string' ? await describe(body) : await toGlb(legged(body));
    bodies.set(type, glb);
    await save('rig_type', type, await openModel(glb, 'reshape'), VIEW);
  }
  const house = await describe('a house');
  for (const style of STYLES) {
    const { document } = await stylizeModel(house, style, null, () => undefined);
    await save('style', style, document, VIEW);
  }
  for (const material of MATERIAL_OPTIONS) {
    await write('material', material, drawMaterialBall(parseTexturePrompt(material).look.finish, EDGE));
  }
  const rigged = { biped: await rig(bodies, 'biped'), quadruped: await rig(bodies, 'quadruped') };
  for (const animation of ANIMATIONS) {
    const type = rigTypeOf(animation);
    if (type !== 'biped' && type !== 'quadruped') {
      await save('animations', animation, await openModel(bodies.get(type) as Uint8Array, 'reshape'), SIDE);
      continue;
    }
    const options = { animations: [animation], isInPlace: true, isBaked: true };
    const { document } = await retargetModel(rigged[type], options, () => undefined);
    const clip = toPosableClip(document.getRoot().listAnimations()[0]!);
    clip.pose(clip.seconds * (MOMENTS[animation.split(':').at(-1) ?? ''] ?? 1 / 3));
    await save('animations', animation, document, SIDE);
  }
}

async function rig(bodies: ReadonlyMap<string, Uint8Array>, rigType: 'biped' | 'quadruped'): Promise<Uint8Array> {
  const { document } = await rigModel(bodies.get(rigType) as Uint8Array, { rigType, spec: 'mixamo' }, () => undefined);
  return toGlb(document);
}

/** Generates a model from a description, as GLB. */
async function describe(prompt: string): Promise<Uint8Array> {
  const { model } = await textToModel(
    prompt,
    {
      modelSeed: 1,
      imageSeed: 0,
      textureSeed: 0,
      negativePrompt: '',
      detail: 0.6,
      isTextured: true,
      isPbr: false,
      hasUvs: true,
      isInParts: false,
      patternSize: 128,
      faceLimit: null,
      isForQuads: false,
      compress: '',
      previewSize: 8,
      isPrintCheckWanted: false,
    },
    () => undefined,
  );
  return model;
}

await drawTiles(resolve(process.argv[2] ?? join(import.meta.dirname, '../../assets/tiles')));
