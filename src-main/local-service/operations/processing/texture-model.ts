import type { ValuesOf } from '../../../../src-shared/api/operation.ts';
import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { LATEST_TEXTURE_VERSION } from '../../../../src-shared/api/models/generation-models.ts';
import { retextureModel, type RetextureOptions } from '../../../engine/change/texture/retexture-model.ts';
import type { EngineInput, EngineJob } from '../engine-job.ts';
import { createModelFiles } from '../model-files.ts';
import { unusedFieldNotes } from '../unused-field-notes.ts';
import { rethrowPromptError } from '../rethrow-prompt-error.ts';
import { createViewStripFile } from '../generate/render-outputs.ts';
import { DELIGHT_NOTE, textureSizeNotes, TEXTURE_SIZES } from '../texture-sizes.ts';

type Values = ValuesOf<typeof OPERATIONS.texture_model>;

/** A model with a new texture from a text, an image or four (spec 4.4), with a preview; an empty text fails with 2007. */
export const runTextureModel: EngineJob<typeof OPERATIONS.texture_model> = async (input, report) => {
  const values = input.values;
  const options = toOptions(values, input);
  const { document, notes, textureSize } = await retextureModel(input.sources[0]!, options, report).catch(
    rethrowPromptError,
  );
  const files = await createModelFiles(document, values.compress ?? '');
  if (values.return_multiview) files.push(await createViewStripFile(document));
  return { files, notes: [...notes, ...listIgnored(values, options, textureSize)] };
};

function toOptions(values: Values, { sources }: EngineInput): RetextureOptions {
  return {
    source: toSource(values, sources.slice(1) as Uint8Array[]),
    size: TEXTURE_SIZES[values.texture_quality ?? 'standard'],
    isPbr: values.pbr ?? true,
    isDelighted: isDelighted(values),
    keepsAspect: values.texture_alignment === 'original_image',
    isOneSet: values.bake ?? false,
    partNames: values.part_names ?? [],
  };
}

/** The images follow the model. */
function toSource(values: Values, images: readonly Uint8Array[]): RetextureOptions['source'] {
  const { texture_prompt: prompt, texture_seed: seed = 0 } = values;
  // As in other operations, PBR maps imply textures even if those are switched off.
  if (values.texture === false && values.pbr !== true) return { kind: 'none' };
  if (prompt?.text !== undefined) return { kind: 'text', text: prompt.text, seed };
  if (prompt?.images) return { kind: 'views', images };
  return prompt?.image ? { kind: 'image', image: images[0]! } : { kind: 'keep' };
}

/**
 * Only the newest version removes lighting: from images unless disabled, from existing colours only if
 * enabled.
 */
function isDelighted({ model, delight, texture_prompt: prompt }: ValuesOf<typeof OPERATIONS.texture_model>): boolean {
  return (delight ?? prompt !== undefined) && model === LATEST_TEXTURE_VERSION;
}

function listIgnored(values: Values, { source, isDelighted: isLit }: RetextureOptions, size: number): Note[] {
  const hasImages = source.kind === 'image' || source.kind === 'views';
  return [
    ...(values.delight && values.model !== LATEST_TEXTURE_VERSION
      ? ([engineMessage('field.delight-model', { model: LATEST_TEXTURE_VERSION })] as const)
      : []),
    ...(values.delight && isLit && source.kind === 'text' ? ([engineMessage('field.delight-text')] as const) : []),
    ...(values.delight && isLit && (hasImages || source.kind === 'keep') ? [DELIGHT_NOTE] : []),
    ...(values.texture_alignment && !hasImages ? ([engineMessage('field.alignment')] as const) : []),
    ...(source.kind === 'keep' && values.texture_quality === 'extreme'
      ? ([engineMessage('field.baked-size', { size })] as const)
      : textureSizeNotes(values.texture_quality, size)),
    ...(values.texture_seed !== undefined && source.kind !== 'text'
      ? ([engineMessage('field.texture-seed')] as const)
      : []),
    ...unusedFieldNotes(values, ['asset_map']),
  ];
}
