import { readFile, stat } from 'node:fs/promises';
import type { GeneratorConfigOf } from '../../../../src-shared/api/generators/generator-config.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import type { GeneratorRequest, ImageName } from '../generator.ts';

/** Numbers that a request may set under `parameters`, by their names on the server. */
const PARAMETERS = ['octree_resolution', 'num_inference_steps', 'guidance_scale', 'num_chunks', 'face_count'] as const;

/** Resolution of `geometry_quality` detailed; the servers’ own are 128 (2.0) and 256 (2.1). */
const DETAILED_RESOLUTION = 384;

/** Largest model to texture, MiB: base64 is a third longer, and a text has at most 512 MB. */
const MAX_MODEL_MB = 200;

/** Range of `face_count` in 2.1. */
const FACES = { min: 1_000, max: 100_000 };

/** The parameters of a request, without its images; they make the same model again. */
export type HunyuanParameters = Readonly<Record<string, string | number | boolean>>;

/** The parameters that a request has on a Hunyuan3D server. */
export function toParameters(
  { values, texture, seed }: Pick<GeneratorRequest, 'values' | 'texture' | 'seed'>,
  hasTexture: boolean,
): HunyuanParameters {
  const { face_limit: faces, geometry_quality: quality } = values;
  const given = (values['parameters'] ?? {}) as Readonly<Record<string, unknown>>;
  const own = PARAMETERS.flatMap((key) => (typeof given[key] === 'number' ? [[key, given[key]] as const] : []));
  return {
    seed,
    texture: hasTexture && texture,
    ...(quality === 'detailed' && { octree_resolution: DETAILED_RESOLUTION }),
    ...(typeof faces === 'number' && { face_count: Math.min(FACES.max, Math.max(FACES.min, faces)) }),
    ...Object.fromEntries(own),
  };
}

/** The body of a request: its parameters, images and model as base64. Throws 2022 for a model that is too large. */
export async function toBody(
  { images, model }: Pick<GeneratorRequest, 'images' | 'model'>,
  parameters: HunyuanParameters,
  { name: generator, views }: Pick<GeneratorConfigOf<'hunyuan3d'>, 'name' | 'views'>,
): Promise<object> {
  if (model !== undefined && (await stat(model)).size > MAX_MODEL_MB * 1024 ** 2) {
    throw new ApiError(2022, serviceMessage('generator.source-too-large', { name: generator, max: MAX_MODEL_MB }));
  }
  const encoded: Partial<Record<ImageName, string>> = {};
  for (const [name, file] of Object.entries(images) as [ImageName, string][]) encoded[name] = await toBase64(file);
  const { image, ...sides } = encoded;
  const mesh = model === undefined ? {} : { mesh: await toBase64(model) };
  const common = { ...parameters, ...mesh, type: 'glb' };
  if (image !== undefined) return { ...common, image };
  if (views === 'fields') {
    return { ...common, ...Object.fromEntries(Object.entries(sides).map(([name, text]) => [`image_${name}`, text])) };
  }
  // Servers that check the form of requests require the image as well.
  return { ...common, image: sides.front, images: sides };
}

async function toBase64(file: string): Promise<string> {
  return (await readFile(file)).toString('base64');
}
