import type { ValuesOf } from '../../../../src-shared/api/operation.ts';
import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { isTextured } from '../../../../src-shared/api/rules/generation-rules.ts';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { convertModel, type ConvertResult } from '../../../engine/change/convert/convert-model.ts';
import { defaultConvertOptions } from '../../../engine/change/convert/convert-options.ts';
import { PREVIEW_SIZE } from '../../../engine/base/render/render-preview.ts';
import type { EngineJob } from '../engine-job.ts';
import { rethrowPromptError } from '../rethrow-prompt-error.ts';
import { renderOutputs, splitProgress } from './render-outputs.ts';

type Values = ValuesOf<typeof OPERATIONS.text_to_model>;

/** Edge length of a pattern's tile in pixels by quality. */
const PATTERN_SIZES = { fast: 128, standard: 256, detailed: 512, extreme: 1024 } as const;

/** Share of the default roundness. */
const DETAILED = 1.5;
const LOW_POLY = 0.5;

/**
 * The scene that a prompt describes (spec 4.3) with its preview; an empty prompt fails with 2007. Throws
 * ImageError.
 */
export const runTextToModel: EngineJob<typeof OPERATIONS.text_to_model> = async (input, report) => {
  const values = input.values;
  const isPainted = isTextured(values);
  const detail = values.smart_low_poly ? LOW_POLY : values.geometry_quality === 'detailed' ? DETAILED : 1;
  // Loaded on demand: the catalogue is large, and most workers never read a prompt.
  const { textToModel } = await import('../../../engine/make/text/text-to-model.ts');
  const [forModel, forPictures] = splitProgress(report, values);
  const made = await textToModel(
    values.prompt,
    {
      modelSeed: values.model_seed ?? 0,
      imageSeed: values.image_seed ?? 0,
      textureSeed: values.texture_seed ?? 0,
      negativePrompt: values.negative_prompt ?? '',
      detail,
      isTextured: isPainted,
      isPbr: values.pbr ?? true,
      hasUvs: values.export_uv ?? true,
      isInParts: values.generate_parts ?? false,
      patternSize: PATTERN_SIZES[values.texture_quality ?? 'standard'],
      faceLimit: values.face_limit ?? null,
      isForQuads: values.quad ?? false,
      compress: values.compress === 'geometry' ? 'geometry' : '',
      previewSize: PREVIEW_SIZE,
      isPrintCheckWanted: values.check_printable ?? false,
      style: values.style_image && isPainted ? input.sources[0]! : null,
    },
    forModel,
  ).catch(rethrowPromptError);
  const quads = values.quad ? await toQuads(made.model, values.face_limit) : null;
  const model = quads?.bytes ?? made.model;
  const images = await renderOutputs(model, values, forPictures);
  return {
    files: [
      { key: 'model_url', name: quads ? 'model.fbx' : 'model.glb', bytes: model },
      { key: 'rendered_image_url', name: 'preview.webp', bytes: made.preview },
      ...images,
    ],
    notes: [
      ...made.notes,
      ...(quads?.notes ?? []),
      ...(isPainted ? [] : [engineMessage('prompt.texture-off')]),
      ...(values.quad && values.compress === 'geometry' ? [engineMessage('field.compress')] : []),
      ...noteTexture(values, isPainted),
    ],
  };
};

/** The model with quads, which only FBX supports among the result formats. */
async function toQuads(glb: Uint8Array, faceLimit: number | undefined): Promise<ConvertResult> {
  const options = { ...defaultConvertOptions('FBX'), quad: true, ...(faceLimit === undefined ? {} : { faceLimit }) };
  return convertModel(glb, options, () => undefined);
}

/** Notes for texture options that have no effect. */
function noteTexture({ style_image: style, delight, texture_version: version }: Values, isPainted: boolean): Note[] {
  return [
    ...(style && !isPainted ? ([engineMessage('field.style-without-texture')] as const) : []),
    ...(delight ? ([engineMessage('field.delight-scene')] as const) : []),
    ...(version ? ([engineMessage('field.texture-version')] as const) : []),
  ];
}
