import type { OutputKey } from '../../../../src-shared/api/protocol/task.ts';
import { VIEW_KEYS } from '../../../../src-shared/api/protocol/task.ts';
import { encodePng } from '../../../engine/base/image/encode-png.ts';
import { readImage } from '../../../engine/base/image/read-image.ts';
import { VIEW_NAMES } from '../../../engine/base/views/view-name.ts';
import { toGlb } from '../../../engine/files/gltf/to-glb.ts';
import { readAnyModel } from '../../../engine/files/model/read-any-model.ts';
import type { Operation } from '../../../../src-shared/api/operation.ts';
import type { EngineFile, EngineInput, EngineJob } from '../engine-job.ts';

/**
 * The image or the views of a request as PNG files for a generator: upright, in sRGB, at most 1,024 pixels wide and high,
 * as most generators use them. Throws ImageError.
 */
export const prepareImages: EngineJob<Operation> = async ({ sources }) => ({
  files: await writeImages(sources),
  notes: [],
});

/** The model to texture as an uncompressed GLB, and the images that describe the texture. Throws ModelError and ImageError. */
export const prepareTexture: EngineJob<Operation> = async ({ sources: [model, ...images] }) => {
  if (!model) throw new Error('A texture was requested for no model.');
  const { document, notes } = await readAnyModel(model, 'import');
  const file: EngineFile = { key: 'model_url', name: 'model.glb', bytes: await toGlb(document) };
  return { files: [file, ...(await writeImages(images))], notes };
};

async function writeImages(sources: EngineInput['sources']): Promise<EngineFile[]> {
  const files: EngineFile[] = [];
  const add = async (key: OutputKey, name: string, source: Uint8Array | null | undefined): Promise<void> => {
    if (source) files.push({ key, name: `${name}.png`, bytes: await encodePng(await readImage(source)) });
  };
  // One source is an image, or an image with its style image; four are views, which a style image may follow.
  if (sources.length < VIEW_KEYS.length) await add('generated_image_url', 'image', sources[0]);
  else for (const [slot, key] of VIEW_KEYS.entries()) await add(key, VIEW_NAMES[slot] ?? key, sources[slot]);
  return files;
}
