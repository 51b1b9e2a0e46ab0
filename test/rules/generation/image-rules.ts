import type { Request, Rule } from './request.ts';
import { badParameter, isImage, selector, sent } from './request.ts';
import { isFileObject, isStringInput } from './common-rules.ts';

/** 4.3: the image models, each with the day it retires. */
export const IMAGE_MODELS: Readonly<
  Record<string, { readonly family: 'gpt' | 'banana' | 'seedream'; readonly retires?: string }>
> = {
  chat_image_1: { family: 'gpt', retires: '2026-10-23' },
  'chat_image_1.5': { family: 'gpt', retires: '2026-12-01' },
  chat_image_2: { family: 'gpt' },
  'chat_image_2.5_flare': { family: 'gpt' },
  'chat_image_2.5_sunburst': { family: 'gpt' },
  banana: { family: 'banana' },
  banana_pro: { family: 'banana' },
  banana2: { family: 'banana' },
  seedream_v4: { family: 'seedream' },
  seedream_v5: { family: 'seedream' },
};

/** 4.3: the model a request gets. */
function imageModel(request: Request): string {
  const given = selector(request);
  if (given !== undefined) return typeof given === 'string' ? given : 'no name';
  return request.operation === 'text_to_image' ? 'seedream_v4' : 'seedream_v5';
}

function is25(request: Request): boolean {
  return ['chat_image_2.5_flare', 'chat_image_2.5_sunburst'].includes(imageModel(request));
}

/** 4.3: the service's own names only: canonical vendor names and 3D versions are refused. */
export const rule43ImageModelName: Rule = (request) => {
  if (!isImage(request)) return null;
  return Object.hasOwn(IMAGE_MODELS, imageModel(request)) ? null : badParameter('4.3 model is an image model');
};

/** 4.3: `seedream_v4` makes images of text only. */
export const rule43SeedreamV4: Rule = (request) =>
  request.operation === 'image_to_image' && imageModel(request) === 'seedream_v4'
    ? badParameter('4.3 seedream_v4 is for text-to-image only')
    : null;

/** 4.3, 7 with our reading: from the day it retires a model is refused with 2016, one of the version errors. */
export const rule43Retirement: Rule = (request) => {
  const retires = isImage(request) ? IMAGE_MODELS[imageModel(request)]?.retires : undefined;
  if (retires === undefined || request.day < retires) return null;
  return { rule: '4.3 the model has retired', code: 2016, http: 400 };
};

/** 4.3: a prompt has at most 1800 characters. */
export const rule43ImagePromptLength: Rule = (request) => {
  const { prompt } = request.body;
  return isImage(request) && typeof prompt === 'string' && prompt.length > 1800
    ? badParameter('4.3 prompt has at most 1800 characters')
    : null;
};

/** 4.3: text-to-image always needs one, image-to-image unless a template brings its own. */
export const rule43ImagePromptRequired: Rule = (request) => {
  const { prompt, template } = request.body;
  if (!isImage(request) || (prompt !== undefined && prompt !== '')) return null;
  const isSupplied = request.operation === 'image_to_image' && template !== undefined;
  return isSupplied ? null : badParameter('4.3 prompt is required');
};

/** 4.3: five templates. */
export const rule43Template: Rule = (request) =>
  oneOf(request, 'template', ['t_pose', 'character_completion', '3d_enhance', 'variants', 'figure']);

/** 4.2, 4.3: the image or images of an image-to-image. */
export const rule43ImageSources: Rule = (request) => {
  if (request.operation !== 'image_to_image') return null;
  const { input, file, files } = request.body;
  if (sent(request, 'input') && !isStringInput(input)) return badParameter('4.2 input is a token, a URL or a task id');
  if (sent(request, 'file') && !isFileObject(file)) return badParameter('4.2 file specifies url, object or file_token');
  if (sent(request, 'files') && !(Array.isArray(files) && files.length > 0 && files.every(isFileObject))) {
    return badParameter('4.2 files are files');
  }
  return ['input', 'file', 'files'].some((field) => sent(request, field))
    ? null
    : badParameter('4.2 an image is needed');
};

/** 4.3 with our reading: a size that is no custom one is one of these resolution classes. */
export const rule43ResolutionClass: Rule = (request) => {
  const { size } = request.body;
  if (!isImage(request) || typeof size !== 'string' || /^\d+x\d+$/.test(size)) return null;
  return ['512', '1K', '2K', '4K', 'auto'].includes(size) ? null : badParameter('4.3 size is a resolution class');
};

/** 4.3: at most 16 images for the gpt family, 10 for banana, 4 for seedream. */
export const rule43ImageCap: Rule = (request) => {
  const { files } = request.body;
  const family = IMAGE_MODELS[imageModel(request)]?.family;
  if (request.operation !== 'image_to_image' || !Array.isArray(files) || family === undefined) return null;
  return files.length > { gpt: 16, banana: 10, seedream: 4 }[family] ? badParameter('4.3 too many images') : null;
};

/** 4.3: `aspect_ratio` belongs to the banana family. */
export const rule43AspectRatio: Rule = (request) =>
  isImage(request) && sent(request, 'aspect_ratio') && IMAGE_MODELS[imageModel(request)]?.family !== 'banana'
    ? badParameter('4.3 aspect_ratio is for the banana family')
    : null;

/** 4.3: two output formats. */
export const rule43OutputFormat: Rule = (request) => oneOf(request, 'output_format', ['png', 'jpeg']);

/** 4.3: `quality` is for three models, with two more steps on the 2.5 ones. */
export const rule43Quality: Rule = (request) => {
  if (is25(request)) return oneOf(request, 'quality', ['low', 'medium', 'high', 'xhigh', 'max']);
  return oneOf(request, 'quality', imageModel(request) === 'chat_image_2' ? ['low', 'medium', 'high'] : []);
};

/** 4.3: three backgrounds; our reading: where it is ignored (all but the 2.5 models) it must be one of them, too. */
export const rule43Background: Rule = (request) => oneOf(request, 'background', ['auto', 'opaque', 'transparent']);

/** 4.3: there, `transparent` wants a PNG. */
export const rule43Transparent: Rule = (request) => {
  const { background, output_format: format } = request.body;
  if (!isImage(request) || !is25(request) || background !== 'transparent') return null;
  return format === 'png' ? null : badParameter('4.3 transparent requires output_format png');
};

/** 4.3, last rule: a custom size of `chat_image_2` and the 2.5 models; our reading: no other model takes one. */
export const rule43CustomSize: Rule = (request) => {
  const { size } = request.body;
  const edges = typeof size === 'string' ? /^(\d+)x(\d+)$/.exec(size) : null;
  if (!isImage(request) || edges === null) return null;
  if (!is25(request) && imageModel(request) !== 'chat_image_2')
    return badParameter('4.3 this model has no custom size');
  const [width, height] = [Number(edges[1]), Number(edges[2])];
  const [short, long] = width < height ? [width, height] : [height, width];
  const fits =
    long <= 3840 &&
    width % 16 === 0 &&
    height % 16 === 0 &&
    long <= 3 * short &&
    width * height >= 655_360 &&
    width * height <= 8_294_400;
  return fits ? null : badParameter('4.3 size keeps its limits');
};

/** 4.3: qualities that cost more than `low`; an omitted one is `low`. */
export const DEARER_QUALITIES = ['high', 'xhigh', 'max'] as const;

function oneOf(request: Request, field: string, values: readonly unknown[]) {
  if (!isImage(request) || !sent(request, field)) return null;
  return values.includes(request.body[field]) ? null : badParameter(`4.3 ${field} is one of its values`);
}

/** Every rule of the image table. */
export const IMAGE_RULES: readonly Rule[] = [
  rule43ImageModelName,
  rule43SeedreamV4,
  rule43Retirement,
  rule43ImagePromptLength,
  rule43ImagePromptRequired,
  rule43Template,
  rule43ImageSources,
  rule43ImageCap,
  rule43AspectRatio,
  rule43OutputFormat,
  rule43Quality,
  rule43Background,
  rule43Transparent,
  rule43ResolutionClass,
  rule43CustomSize,
];
