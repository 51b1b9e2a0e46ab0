import { type ImageTemplate } from '../../base/image/image-template.ts';
import sharp from 'sharp';
import { engineMessage, type Note, uniqueNotes } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { drawWatermark } from '../../base/image/draw-watermark.ts';
import type { Image } from '../../base/image/image.ts';
import { PREVIEW_ANGLE } from '../../base/render/render-preview.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { addDisplayBase } from './scene/add-display-base.ts';
import type { Rgb } from '../../base/material/finish.ts';
import { buildScene, type BuiltScene } from './scene/build-scene.ts';
import type { PixelSize } from '../../base/image/image-size.ts';
import { renderStill } from './render-still.ts';
import { restyleScenes } from './restyle-scenes.ts';
import type { Scene } from './scene/scene.ts';
import { toSceneDocument } from './scene/to-scene-document.ts';

/** Options for generating an image from text. */
export interface TextToImageOptions extends PixelSize {
  readonly negativePrompt: string;
  readonly template: ImageTemplate | null;
  readonly format: 'png' | 'jpeg';
  readonly isTransparent: boolean;
  readonly isWatermarked: boolean;
  /** Samples per pixel in each direction. */
  readonly samples: number;
  readonly seed: number;
  /** Image file whose colours the scene adopts, except for the background; absent or null: none. */
  readonly style?: Uint8Array | null;
}

/** A generated image. */
export interface TextToImageResult {
  /** PNG or JPEG file. */
  readonly image: Uint8Array;
  /** Notes for the user: what was understood and what was ignored. */
  readonly notes: readonly Note[];
}

const BACKDROP: Rgb = [226, 229, 234];
/** Minimum and maximum edge of a pattern tile in pixels; about half of the image in between. */
const MIN_PATTERN_SIZE = 64;
const MAX_PATTERN_SIZE = 512;
const JPEG_QUALITY = 92;
/** Factor of `detail` with the template `3d_enhance`. */
const ENHANCED_DETAIL = 1.6;
const FRONT_ANGLE = { azimuth: 0, elevation: 6 } as const;
/** Rows and columns of images with `variants`. */
const VARIANTS = 2;

/**
 * Renders the scene that a prompt names, the same one that `textToModel` builds. The same prompt and options give the
 * same bytes. Throws `PromptError` for an empty prompt and `ImageError` if the style is not an image. 1024 × 1024:
 * about 1 s; 4096 × 4096: about 6 s.
 */
export async function textToImage(
  prompt: string,
  options: TextToImageOptions,
  report: ReportProgress,
): Promise<TextToImageResult> {
  const { width, height, template } = options;
  const columns = template === 'variants' ? VARIANTS : 1;
  const size = { width: Math.floor(width / columns), height: Math.floor(height / columns) };
  const scenes = Array.from({ length: columns * columns }, (_, i) => buildTile(prompt, options, options.seed + i));
  const styled = options.style
    ? await restyleScenes(
        scenes.map(({ scene }) => scene),
        options.style,
        options.seed,
      )
    : null;
  const notes = uniqueNotes([...scenes.flatMap((tile) => tile.notes), ...(styled?.notes ?? [])]);
  const tiles: { pixels: Image; left: number; top: number }[] = [];
  for (const [i, { scene, parsedPrompt }] of scenes.entries()) {
    report((0.9 * i) / scenes.length, 'draw');
    const pixels = await drawTile(styled?.scenes[i] ?? scene, parsedPrompt.background, options, size);
    tiles.push({ pixels, left: (i % columns) * size.width, top: Math.floor(i / columns) * size.height });
  }

  report(0.9, 'write');
  const backdrop = { r: BACKDROP[0], g: BACKDROP[1], b: BACKDROP[2], alpha: options.isTransparent ? 0 : 1 };
  const layers = tiles.map(({ pixels, left, top }) => ({
    input: Buffer.from(pixels.data.buffer),
    raw: { width: pixels.width, height: pixels.height, channels: 4 as const },
    left,
    top,
  }));
  const mark = options.isWatermarked ? [{ input: drawWatermark(width, height), gravity: 'southeast' as const }] : [];
  const canvas = sharp({ create: { width, height, channels: 4, background: backdrop } }).composite([
    ...layers,
    ...mark,
  ]);
  const image =
    options.format === 'jpeg'
      ? await canvas.removeAlpha().jpeg({ quality: JPEG_QUALITY }).toBuffer()
      : await (options.isTransparent ? canvas : canvas.removeAlpha()).png().toBuffer();
  report(1, 'write');
  return { image: new Uint8Array(image), notes: [...notes, ...describeTemplate(template)] };
}

function buildTile(prompt: string, { template, negativePrompt }: TextToImageOptions, seed: number): BuiltScene {
  const built = buildScene(template === 't_pose' ? `${prompt}, t pose` : prompt, {
    modelSeed: seed,
    imageSeed: seed,
    negativePrompt,
    detail: template === '3d_enhance' ? ENHANCED_DETAIL : 1,
  });
  return template === 'figure' ? { ...built, scene: addDisplayBase(built.scene) } : built;
}

async function drawTile(
  scene: Scene,
  background: Rgb | null,
  options: TextToImageOptions,
  size: PixelSize,
): Promise<Image> {
  const document = await toSceneDocument(scene, {
    isTextured: true,
    isPbr: true,
    hasUvs: true,
    isInParts: false,
    patternSize: Math.min(
      MAX_PATTERN_SIZE,
      Math.max(MIN_PATTERN_SIZE, 2 ** Math.floor(Math.log2(Math.min(size.width, size.height) / 2))),
    ),
    textureSeed: options.seed,
  });
  const angle =
    options.template === 't_pose' || options.template === 'character_completion' ? FRONT_ANGLE : PREVIEW_ANGLE;
  const backdrop = options.isTransparent ? null : (background ?? BACKDROP);
  return renderStill(document, { ...size, ...angle, backdrop, samples: options.samples });
}

/** Returns notes on the effect of the template. */
function describeTemplate(template: ImageTemplate | null): Note[] {
  switch (template) {
    case null:
      return [];
    case 't_pose':
      return [engineMessage('prompt.template-t-pose')];
    case 'character_completion':
      return [engineMessage('prompt.template-character')];
    case '3d_enhance':
      return [engineMessage('prompt.template-enhance')];
    case 'variants':
      return [engineMessage('prompt.template-variants')];
    case 'figure':
      return [engineMessage('prompt.template-figure')];
  }
}
