import type { ValuesOf } from '../../../../src-shared/api/operation.ts';
import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { cloneDocument, prune } from '@gltf-transform/functions';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { isTextured } from '../../../../src-shared/api/rules/generation-rules.ts';
import { LOW_POLY_LIMIT } from '../../../../src-shared/api/models/generation-models.ts';
import { checkPrintable } from '../../../engine/base/spatial/check-printable.ts';
import { splitToQuadsOnSurface } from '../../../engine/base/primitive/split-to-quads-on-surface.ts';
import { segmentModel } from '../../../engine/change/segment/segment-model.ts';
import type { ImageToDocumentOptions } from '../../../engine/make/one-view/image-to-model.ts';
import {
  DEFAULT_FACE_LIMIT,
  DETAILED_FACE_LIMIT,
  imageToDocument,
} from '../../../engine/make/one-view/image-to-model.ts';
import { toGlb } from '../../../engine/files/gltf/to-glb.ts';
import { onlySource, type EngineInput, type EngineJob } from '../engine-job.ts';
import { createPreviewFile } from '../model-files.ts';
import { imageOptionNotes, toImageOptions } from './image-options.ts';
import { writeModelOutputs } from './model-outputs.ts';
import { splitProgress } from './render-outputs.ts';
import { textureSizeNotes, TEXTURE_SIZES } from '../texture-sizes.ts';

type Values = ValuesOf<typeof OPERATIONS.image_to_model>;

/** Supported values of `mode`: the depth of the back as a share of the front's. */
const BACK_DEPTHS: Readonly<Record<string, number>> = { symmetric: 1, asymmetric: 0.45 };

/** Maximum number of quads per triangle of a part. */
const QUADS_PER_TRIANGLE = 3;

/** Share of the total progress for the model; the rest is for the preview and the file. */
const MODEL_SHARE = 0.75;

/**
 * A draft model from one image (spec 4.3) with its preview: a GLB, or an FBX of quads. It is oriented as in the image,
 * whatever `orientation` says. Throws ImageError.
 */
export const runImageToModel: EngineJob<typeof OPERATIONS.image_to_model> = async (input, report) => {
  const values = input.values;
  const [forModel, forPictures] = splitProgress(report, values);
  const made = await imageToDocument(onlySource(input), toOptions(values, input), (share, stage) =>
    forModel(MODEL_SHARE * share, stage),
  );
  const parts = values.generate_parts ? await segmentModel(await toGlb(made.document), () => undefined) : null;
  const document = parts?.document ?? made.document;
  if (parts && values.quad) {
    splitToQuadsOnSurface(document, cloneDocument(document));
    await document.transform(prune({ keepAttributes: true, keepExtras: true }));
  }
  forModel(MODEL_SHARE, 'preview');
  const preview = await createPreviewFile(document);
  forModel(0.95, 'write');
  const glb = await toGlb(document, values.quad ? '' : (values.compress ?? ''));
  const outputs = await writeModelOutputs({ glb, preview }, values, forPictures);
  return {
    files: outputs.files,
    notes: [
      ...made.notes,
      ...(parts ? ([...parts.notes, engineMessage('mesh.parts', { names: parts.names.join(', ') })] as const) : []),
      ...outputs.notes,
      ...noteChoices(values),
      ...textureSizeNotes(values.texture_quality, made.textureSize),
      ...imageOptionNotes(values),
      ...(values.check_printable ? [checkPrintable(document)] : []),
    ],
  };
};

function toOptions(values: Values, { sources, maps }: EngineInput): ImageToDocumentOptions {
  const {
    quad = false,
    smart_low_poly: isLowPoly = false,
    geometry_quality: quality,
    generate_parts: isInParts,
  } = values;
  const usual = (quality === 'detailed' ? DETAILED_FACE_LIMIT : DEFAULT_FACE_LIMIT) / (quad ? 2 : 1);
  const faceLimit = values.face_limit ?? (isLowPoly ? null : usual);
  const window = quad ? LOW_POLY_LIMIT.quads : LOW_POLY_LIMIT.triangles;
  return {
    texture: isTextured(values),
    textureSize: TEXTURE_SIZES[values.texture_quality ?? 'standard'],
    pbr: values.pbr ?? true,
    uvs: values.export_uv ?? true,
    // Parts are cut from triangles, which are converted to quads afterwards.
    quad: quad && !isInParts,
    faceLimit: quad && isInParts && faceLimit !== null ? Math.ceil(faceLimit / QUADS_PER_TRIANGLE) : faceLimit,
    ...(isLowPoly && { lowPoly: window }),
    ...(maps && { maps }),
    backDepth: BACK_DEPTHS[values.mode ?? ''] ?? 1,
    // A style image follows the image itself.
    ...toImageOptions(values, sources[1]),
  };
}

function noteChoices(values: Values): Note[] {
  const { mode, quad, compress, texture_alignment: alignment, export_uv: wantsUvs } = values;
  return [
    ...(mode && BACK_DEPTHS[mode] === undefined
      ? ([engineMessage('field.mode-unknown', { mode, known: Object.keys(BACK_DEPTHS).join(' and ') })] as const)
      : []),
    ...(quad && compress === 'geometry' ? ([engineMessage('field.compress')] as const) : []),
    ...(alignment === 'geometry' ? ([engineMessage('field.follows-image')] as const) : []),
    ...(isTextured(values) && wantsUvs === false ? ([engineMessage('field.uv-needed')] as const) : []),
  ];
}
