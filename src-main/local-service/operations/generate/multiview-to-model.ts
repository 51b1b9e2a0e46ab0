import type { ValuesOf } from '../../../../src-shared/api/operation.ts';
import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { isTextured } from '../../../../src-shared/api/rules/generation-rules.ts';
import { checkPrintable } from '../../../engine/base/spatial/check-printable.ts';
import { DEFAULT_FACE_LIMIT, DETAILED_FACE_LIMIT } from '../../../engine/make/one-view/image-to-model.ts';
import { viewsToDocument, type ViewsToDocumentOptions } from '../../../engine/make/multi-view/multi-view-to-model.ts';
import { VIEW_NAMES } from '../../../engine/base/views/view-name.ts';
import { toGlb } from '../../../engine/files/gltf/to-glb.ts';
import type { EngineInput, EngineJob } from '../engine-job.ts';
import { createPreviewFile } from '../model-files.ts';
import { imageOptionNotes, toImageOptions } from './image-options.ts';
import { writeModelOutputs } from './model-outputs.ts';
import { splitProgress } from './render-outputs.ts';
import { reshapeModel, needsReshaping } from './reshape-model.ts';
import { findTextureSize, textureSizeNotes, TEXTURE_SIZES } from '../texture-sizes.ts';

type Values = ValuesOf<typeof OPERATIONS.multiview_to_model>;

/** Share of the total progress for the model; the rest is for remeshing, the preview and the file. */
const MODEL_SHARE = 0.75;
/** The same if it is remeshed afterwards. */
const DRAWN_SHARE = 0.6;

/**
 * A draft model from two to four images of one subject (spec 4.3) with its preview: a GLB, or an FBX of quads. Throws
 * ImageError.
 */
export const runMultiviewToModel: EngineJob<typeof OPERATIONS.multiview_to_model> = async (input, report) => {
  const values = input.values;
  const views = input.sources.slice(0, VIEW_NAMES.length);
  const [forModel, forPictures] = splitProgress(report, values);
  const isReshaped = needsReshaping(values);
  const drawn = await viewsToDocument(views, toOptions(values, input), (share, stage) =>
    forModel((isReshaped ? DRAWN_SHARE : MODEL_SHARE) * share, stage),
  );
  if (isReshaped) forModel(DRAWN_SHARE, 'reduce');
  const made = isReshaped
    ? await reshapeModel(await toGlb(drawn.document), values, {
        textureSize: drawn.textureSize,
        usualQuads: usualLimit(values) / 2,
      })
    : null;
  const document = made?.document ?? drawn.document;
  forModel(0.8, 'preview');
  const preview = await createPreviewFile(document);
  forModel(0.92, 'write');
  const glb = await toGlb(document, values.quad ? '' : (values.compress ?? ''));
  forModel(1, 'write');
  const outputs = await writeModelOutputs({ glb, preview }, values, forPictures);
  return {
    files: outputs.files,
    notes: [
      ...drawn.notes,
      ...(made?.notes ?? []),
      ...outputs.notes,
      ...noteChoices(values),
      ...textureSizeNotes(values.texture_quality, made ? findTextureSize(document) : drawn.textureSize),
      ...imageOptionNotes(values),
      ...(values.check_printable ? [checkPrintable(document)] : []),
    ],
  };
};

function usualLimit({ geometry_quality: quality }: Values): number {
  return quality === 'detailed' ? DETAILED_FACE_LIMIT : DEFAULT_FACE_LIMIT;
}

function noteChoices(values: Values): Note[] {
  const { export_uv: wantsUvs, texture_alignment: alignment } = values;
  const hasTexture = isTextured(values);
  return [
    ...(values.quad && values.compress === 'geometry' ? ([engineMessage('field.compress')] as const) : []),
    ...(values.pbr ? ([engineMessage('field.base-color-only')] as const) : []),
    ...(values.orthographic_projection === false ? ([engineMessage('field.orthographic')] as const) : []),
    ...(wantsUvs !== undefined && wantsUvs !== hasTexture ? ([engineMessage('field.uv-with-texture')] as const) : []),
    ...(hasTexture && alignment === 'geometry' ? ([engineMessage('field.follows-images')] as const) : []),
  ];
}

function toOptions(values: Values, { sources }: EngineInput): ViewsToDocumentOptions {
  const { quad, smart_low_poly: isLowPoly } = values;
  return {
    texture: isTextured(values),
    textureSize: TEXTURE_SIZES[values.texture_quality ?? 'standard'],
    // Remeshing needs a fine mesh as its input.
    faceLimit: quad || isLowPoly ? DETAILED_FACE_LIMIT : (values.face_limit ?? usualLimit(values)),
    // A style image follows the views.
    ...toImageOptions(values, sources[VIEW_NAMES.length]),
  };
}
