import type { Values } from '../../../src-shared/api/field.ts';
import type { GENERATION_FIELDS, PICTURE_FIELDS } from '../../../src-shared/api/generation-fields.ts';
import { isTextured } from '../../../src-shared/api/generation-rules.ts';
import {
  DEFAULT_FACE_LIMIT,
  DETAILED_FACE_LIMIT,
  type ImageToModelOptions,
} from '../../geometry/one-view/image-to-model.ts';
import { multiViewToModel } from '../../geometry/multi-view/multi-view-to-model.ts';
import { VIEW_NAMES } from '../../geometry/multi-view/view-name.ts';
import type { EngineJob } from './engine-job.ts';
import { noteUnused } from './note-unused.ts';
import { renderWishes, splitReport } from './render-wishes.ts';
import { noteTextureSize, TEXTURE_SIZES } from './texture-sizes.ts';

type ViewValues = Values<typeof GENERATION_FIELDS & typeof PICTURE_FIELDS> & {
  readonly orthographic_projection?: boolean;
};

/** Fields that change nothing here; whoever sets one is told. */
const WITHOUT_EFFECT = [
  'quad',
  'generate_parts',
  'smart_low_poly',
  'style_image',
  'check_printable',
  'auto_size',
  'enable_image_autofix',
  'delight',
  'texture_version',
] as const satisfies readonly (keyof ViewValues)[];

/** A draft model of two to four pictures of one subject (spec 4.3) with its preview. Throws PictureError. */
export const runMultiviewToModel: EngineJob = async ({ sources, values: given }, report) => {
  // The request was checked against the fields of this very operation.
  const values = given as ViewValues;
  // A style picture comes after the views.
  const views = sources.slice(0, VIEW_NAMES.length);
  const [forModel, forPictures] = splitReport(report, values);
  const { glb, preview, notes } = await multiViewToModel(views, toOptions(values), forModel);
  const pictures = await renderWishes(glb, values, forPictures);
  return {
    files: [
      { key: 'model_url', name: 'model.glb', bytes: glb },
      { key: 'rendered_image_url', name: 'preview.webp', bytes: preview },
      ...pictures,
    ],
    notes: [
      ...notes,
      ...(values.pbr ? ['The texture is a base colour; there are no metallic, roughness or normal maps.'] : []),
      ...(values.orthographic_projection === false ? ['The views were read as if they had no perspective.'] : []),
      ...noteChoices(values),
      ...noteUnused(values, WITHOUT_EFFECT),
    ],
  };
};

function noteChoices(values: ViewValues): string[] {
  const { export_uv: wantsUvs, texture_alignment: alignment, texture_quality: quality } = values;
  const hasTexture = isTextured(values);
  return [
    ...(wantsUvs !== undefined && wantsUvs !== hasTexture
      ? ['export_uv has no effect here: uvs come with a texture, and only then.']
      : []),
    ...(hasTexture && alignment === 'geometry'
      ? ['The texture follows the pictures; there is nothing else it could follow.']
      : []),
    ...(hasTexture ? noteTextureSize(quality) : []),
  ];
}

function toOptions(values: ViewValues): ImageToModelOptions {
  const usualLimit = values.geometry_quality === 'detailed' ? DETAILED_FACE_LIMIT : DEFAULT_FACE_LIMIT;
  return {
    texture: isTextured(values),
    textureSize: TEXTURE_SIZES[values.texture_quality ?? 'standard'],
    faceLimit: values.face_limit ?? usualLimit,
    compress: values.compress ?? '',
    seed: values.model_seed ?? 0,
  };
}
