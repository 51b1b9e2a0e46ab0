import type { Request, Rule } from './request.ts';
import { badParameter, is3d, isInteger, notEntitled, selector, sent } from './request.ts';

/** 4.3: the models of the three 3D operations. */
export const MODELS_3D = ['v3.1-20260211', 'v3.0-20250812', 'v2.5-20250123', 'P1-20260311', 'P2-20260801'] as const;

const P1 = 'P1-20260311';
const P2 = 'P2-20260801';

/** 4.3: `model` is required, there is no default. */
export const rule43ModelIsRequired: Rule = (request) =>
  is3d(request) && selector(request) === undefined ? badParameter('4.3 model is required') : null;

/** 4.3: `model` is one of five. */
export const rule43ModelIsKnown: Rule = (request) =>
  oneOf(request, request.body.model === undefined ? 'model_version' : 'model', MODELS_3D);

/** 4.3: the prompt of a text-to-model has 1 to 1024 characters and must be there. */
export const rule43Prompt: Rule = (request) => {
  if (request.operation !== 'text_to_model') return null;
  return hasLength(request.body.prompt, 1, 1024) ? null : badParameter('4.3 prompt has 1 to 1024 characters');
};

/** 4.3: its negative prompt, when there, has 1 to 255. */
export const rule43NegativePrompt: Rule = (request) => {
  if (request.operation !== 'text_to_model' || !sent(request, 'negative_prompt')) return null;
  return hasLength(request.body.negative_prompt, 1, 255) ? null : badParameter('4.3 negative_prompt has 1 to 255');
};

/** 4.3: four texture qualities. */
export const rule43TextureQuality: Rule = (request) =>
  oneOf(request, 'texture_quality', ['standard', 'detailed', 'extreme', 'fast']);

/** 4.3, 7: `fast` works with textures of v3.5 only; they are never the default. */
export const rule43FastNeedsV35: Rule = (request) => {
  if (!is3d(request) || request.body.texture_quality !== 'fast') return null;
  return textureVersion(request) === 'v3.5-20260815' ? null : badParameter('4.3 fast needs texture version v3.5');
};

/** 4.3: three texture versions. */
export const rule43TextureVersion: Rule = (request) =>
  oneOf(request, 'texture_version', ['v3.5-20260815', 'v3.0-20250812', 'v2.5-20250123']);

/** 4.3: the texture version a request gets. */
function textureVersion(request: Request): unknown {
  if (sent(request, 'texture_version')) return request.body.texture_version;
  return selector(request) === 'v2.5-20250123' ? 'v2.5-20250123' : 'v3.0-20250812';
}

/** 4.3: two geometry qualities. */
export const rule43GeometryQuality: Rule = (request) => oneOf(request, 'geometry_quality', ['standard', 'detailed']);

/** 4.3 with our reading: a model has at least one face. */
export const rule43SomeFaces: Rule = (request) => faces(request, 1, Infinity);

/** 4.3: `smart_low_poly` narrows `face_limit` to 500 to 20000 triangles or 500 to 10000 quads. */
export const rule43LowPolyWindow: Rule = (request) => {
  const { smart_low_poly: low, quad } = request.body;
  return low === true ? faces(request, 500, quad === true ? 10_000 : 20_000) : null;
};

/** 4.3: parts and a texture exclude each other. */
export const rule43PartsNeedNoTexture: Rule = (request) => {
  if (!is3d(request) || request.body.generate_parts !== true) return null;
  return isTextured(request) ? badParameter('4.3 generate_parts requires texture false') : null;
};

/** 4.3: `texture` defaults to true, and `pbr` true forces it on; our reading: only a `pbr` that was sent does. */
export function isTextured({ body }: Request): boolean {
  return body.pbr === true || (body.texture ?? true) === true;
}

/** 4.3: `compress` is empty or `geometry`. */
export const rule43Compress: Rule = (request) => oneOf(request, 'compress', ['', 'geometry']);

/** 4.3: `check_printable` is gated. */
export const rule43CheckPrintable: Rule = (request) => {
  if (!is3d(request) || request.body.check_printable !== true) return null;
  return request.entitled.checkPrintable ? null : notEntitled('4.3 check_printable is entitlement-gated');
};

/** 4.3: two alignments, of image and multi-view only; in a text-to-model it is an unknown field, forwarded (4.1). */
export const rule43TextureAlignment: Rule = (request) =>
  request.operation === 'text_to_model' ? null : oneOf(request, 'texture_alignment', ['original_image', 'geometry']);

/** 4.3: two orientations, of image and multi-view only. */
export const rule43Orientation: Rule = (request) =>
  request.operation === 'text_to_model' ? null : oneOf(request, 'orientation', ['default', 'align_image']);

/** 4.3, P1: these four are omitted; abroad even a false is refused, in China only a true (the quality in any case). */
export const rule43P1Omits: Rule = (request) => {
  if (!is3d(request) || selector(request) !== P1) return null;
  const isAbroad = request.region === 'international';
  const wrong = ['quad', 'smart_low_poly', 'generate_parts'].find((field) =>
    isAbroad ? sent(request, field) : request.body[field] === true,
  );
  if (wrong !== undefined) return badParameter(`4.3 P1 omits ${wrong}`);
  return sent(request, 'geometry_quality') ? badParameter('4.3 P1 omits geometry_quality') : null;
};

/** 4.3, P1: 48 to 20000 faces abroad, 50 to 20000 in China. */
export const rule43P1Window: Rule = (request) =>
  selector(request) === P1 ? faces(request, request.region === 'china' ? 50 : 48, 20_000) : null;

/** 4.3, P2: 48 to 50000 triangles, 48 to 25000 quads. */
export const rule43P2Window: Rule = (request) =>
  selector(request) === P2 ? faces(request, 48, request.body.quad === true ? 25_000 : 50_000) : null;

/** 4.3, P2: credits of a request that breaks no rule; null for models whose price the document does not give. */
export function price43P2(request: Request): number | null {
  if (selector(request) !== P2) return null;
  if (!isTextured(request)) return 100;
  const { texture_quality: quality } = request.body;
  if (quality === 'extreme') return 130;
  // `fast` costs the same as `standard`.
  return quality === 'detailed' ? 120 : 110;
}

function faces(request: Request, least: number, most: number) {
  const { face_limit: limit } = request.body;
  if (!is3d(request) || !isInteger(limit)) return null;
  return limit >= least && limit <= most ? null : badParameter(`4.3 face_limit is ${least} to ${most}`);
}

function hasLength(value: unknown, least: number, most: number): boolean {
  return typeof value === 'string' && value.length >= least && value.length <= most;
}

function oneOf(request: Request, field: string, values: readonly unknown[]) {
  if (!is3d(request) || !sent(request, field)) return null;
  return values.includes(request.body[field]) ? null : badParameter(`4.3 ${field} is one of its values`);
}

/** Every rule of the 3D table and of the models under it. */
export const MODEL_RULES: readonly Rule[] = [
  rule43ModelIsRequired,
  rule43ModelIsKnown,
  rule43Prompt,
  rule43NegativePrompt,
  rule43TextureQuality,
  rule43FastNeedsV35,
  rule43TextureVersion,
  rule43GeometryQuality,
  rule43SomeFaces,
  rule43LowPolyWindow,
  rule43PartsNeedNoTexture,
  rule43Compress,
  rule43CheckPrintable,
  rule43TextureAlignment,
  rule43Orientation,
  rule43P1Omits,
  rule43P1Window,
  rule43P2Window,
];
