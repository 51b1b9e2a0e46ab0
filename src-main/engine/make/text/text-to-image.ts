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

/** What a person may choose. */
export interface TextToImageOptions extends PixelSize {
  readonly negativePrompt: string;
  readonly template: ImageTemplate | null;
  readonly format: 'png' | 'jpeg';
  readonly isTransparent: boolean;
  readonly isWatermarked: boolean;
  /** Samples per pixel in each direction. */
  readonly samples: number;
  readonly seed: number;
  /** The file of a picture whose colours the scene takes on, the background excepted; absent or null: none. */
  readonly style?: Uint8Array | null;
}

/** A finished picture. */
export interface TextToImageResult {
  readonly image: Uint8Array;
  /** What was understood, what was ignored, whole sentences. */
  readonly notes: readonly Note[];
}

const BACKDROP: Rgb = [226, 229, 234];
/** Edge of a pattern's tile in pixels: about half of the picture's, within these. */
const PATTERN_SIZES = { least: 64, most: 512 } as const;
const JPEG_QUALITY = 92;
const FINE = 1.6;
const FRONT = { azimuth: 0, elevation: 6 } as const;
/** Pictures side by side, and below each other, with `variants`. */
const VARIANTS = 2;

/**
 * Draws the scene a prompt names, the same one `textToModel` builds. The same prompt and options give the same bytes.
 * Throws `PromptError` for an empty prompt, and `ImageError` where the style is no picture. 1024 × 1024: about 1 s; 4096 × 4096: some 6 s.
 */
export async function textToImage(
  prompt: string,
  options: TextToImageOptions,
  report: ReportProgress,
): Promise<TextToImageResult> {
  const { width, height, template } = options;
  const columns = template === 'variants' ? VARIANTS : 1;
  const size = { width: Math.floor(width / columns), height: Math.floor(height / columns) };
  const made = Array.from({ length: columns * columns }, (_, i) => makeTile(prompt, options, options.seed + i));
  const styled = options.style
    ? await restyleScenes(
        made.map(({ scene }) => scene),
        options.style,
        options.seed,
      )
    : null;
  const notes = uniqueNotes([...made.flatMap((tile) => tile.notes), ...(styled?.notes ?? [])]);
  const tiles: { picture: Image; left: number; top: number }[] = [];
  for (const [i, { scene, understanding }] of made.entries()) {
    report((0.9 * i) / made.length, 'draw');
    const picture = await drawTile(styled?.scenes[i] ?? scene, understanding.background, options, size);
    tiles.push({ picture, left: (i % columns) * size.width, top: Math.floor(i / columns) * size.height });
  }

  report(0.9, 'write');
  const backdrop = { r: BACKDROP[0], g: BACKDROP[1], b: BACKDROP[2], alpha: options.isTransparent ? 0 : 1 };
  const layers = tiles.map(({ picture, left, top }) => ({
    input: Buffer.from(picture.data.buffer),
    raw: { width: picture.width, height: picture.height, channels: 4 as const },
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

function makeTile(prompt: string, { template, negativePrompt }: TextToImageOptions, seed: number): BuiltScene {
  const made = buildScene(template === 't_pose' ? `${prompt}, t pose` : prompt, {
    modelSeed: seed,
    imageSeed: seed,
    negativePrompt,
    detail: template === '3d_enhance' ? FINE : 1,
  });
  return template === 'figure' ? { ...made, scene: addDisplayBase(made.scene) } : made;
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
      PATTERN_SIZES.most,
      Math.max(PATTERN_SIZES.least, 2 ** Math.floor(Math.log2(Math.min(size.width, size.height) / 2))),
    ),
    textureSeed: options.seed,
  });
  const angle = options.template === 't_pose' || options.template === 'character_completion' ? FRONT : PREVIEW_ANGLE;
  const backdrop = options.isTransparent ? null : (background ?? BACKDROP);
  return renderStill(document, { ...size, ...angle, backdrop, samples: options.samples });
}

/** What a template came to. */
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
