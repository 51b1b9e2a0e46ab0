import type { Note } from '../../../src-shared/api/notes.ts';
import type { Values } from '../../../src-shared/api/field.ts';
import type { GENERATION_FIELDS, PICTURE_FIELDS } from '../../../src-shared/api/generation-fields.ts';
import { isTextured } from '../../../src-shared/api/generation-rules.ts';
import { convertModel } from '../../geometry/convert/convert-model.ts';
import { defaultConvertOptions } from '../../geometry/convert/convert-options.ts';
import {
  DEFAULT_FACE_LIMIT,
  DETAILED_FACE_LIMIT,
  type ImageToModelOptions,
} from '../../geometry/one-view/image-to-model.ts';
import { multiViewToModel } from '../../geometry/multi-view/multi-view-to-model.ts';
import { VIEW_NAMES } from '../../geometry/multi-view/view-name.ts';
import type { Report } from '../../geometry/report.ts';
import { toGlb } from '../../geometry/to-glb.ts';
import type { EngineJob } from './engine-job.ts';
import { makePreview } from './finish-model.ts';
import { noteUnused } from './note-unused.ts';
import { renderWishes, splitReport } from './render-wishes.ts';
import { reshapeModel, wantsReshaping } from './reshape-model.ts';
import { noteTextureSize, TEXTURE_SIZES } from './texture-sizes.ts';

type ViewValues = Values<typeof GENERATION_FIELDS & typeof PICTURE_FIELDS> & {
  readonly orthographic_projection?: boolean;
};

/** Fields that change nothing here; whoever sets one is told. */
const WITHOUT_EFFECT = [
  'style_image',
  'check_printable',
  'auto_size',
  'enable_image_autofix',
  'delight',
  'texture_version',
] as const satisfies readonly (keyof ViewValues)[];

/** Of all the work, what the model itself takes where it is made anew afterwards. */
const MODEL_SHARE = 0.6;

/**
 * A draft model of two to four pictures of one subject (spec 4.3) with its preview: a GLB, or an FBX of quads. Throws
 * PictureError.
 */
export const runMultiviewToModel: EngineJob = async ({ sources, values: given }, report) => {
  // The request was checked against the fields of this very operation.
  const values = given as ViewValues;
  // A style picture comes after the views.
  const views = sources.slice(0, VIEW_NAMES.length);
  const [forModel, forPictures] = splitReport(report, values);
  const isReshaped = wantsReshaping(values);
  const drawn = await multiViewToModel(views, toOptions(values), (share, stage) =>
    forModel(isReshaped ? MODEL_SHARE * share : share, stage),
  );
  const made = isReshaped ? await reshape(drawn.glb, values, forModel) : null;
  const glb = made?.glb ?? drawn.glb;
  const pictures = await renderWishes(glb, values, forPictures);
  return {
    files: [
      { key: 'model_url', name: `model.${made?.fbx?.extension ?? 'glb'}`, bytes: made?.fbx?.bytes ?? glb },
      made?.preview ?? { key: 'rendered_image_url', name: 'preview.webp', bytes: drawn.preview },
      ...pictures,
    ],
    notes: [
      ...drawn.notes,
      ...(made?.notes ?? []),
      ...(values.pbr
        ? (['The texture is a base colour; there are no metallic, roughness or normal maps.'] as const)
        : []),
      ...(values.orthographic_projection === false
        ? (['The views were read as if they had no perspective.'] as const)
        : []),
      ...noteChoices(values),
      ...noteUnused(values, WITHOUT_EFFECT),
    ],
  };
};

/** Another mesh of the same shape, its picture, and where it has quads an FBX of it. */
async function reshape(drawn: Uint8Array, values: ViewValues, report: Report) {
  report(MODEL_SHARE, 'reduce');
  const { document, notes } = await reshapeModel(drawn, values, {
    isTextured: isTextured(values),
    usualQuads: usualLimit(values) / 2,
  });
  report(0.9, 'write');
  const glb = await toGlb(document, values.quad ? '' : (values.compress ?? ''));
  const fbx = values.quad ? await convertModel(glb, defaultConvertOptions('FBX'), () => undefined) : null;
  const compressNote = fbx && values.compress === 'geometry' ? (['compress has no effect on an FBX.'] as const) : [];
  return { glb, fbx, preview: await makePreview(document), notes: [...notes, ...(fbx?.notes ?? []), ...compressNote] };
}

function usualLimit({ geometry_quality: quality }: ViewValues): number {
  return quality === 'detailed' ? DETAILED_FACE_LIMIT : DEFAULT_FACE_LIMIT;
}

function noteChoices(values: ViewValues): Note[] {
  const { export_uv: wantsUvs, texture_alignment: alignment, texture_quality: quality } = values;
  const hasTexture = isTextured(values);
  return [
    ...(wantsUvs !== undefined && wantsUvs !== hasTexture
      ? (['export_uv has no effect here: uvs come with a texture, and only then.'] as const)
      : []),
    ...(hasTexture && alignment === 'geometry'
      ? (['The texture follows the pictures; there is nothing else it could follow.'] as const)
      : []),
    ...(hasTexture ? noteTextureSize(quality) : []),
  ];
}

function toOptions(values: ViewValues): ImageToModelOptions {
  const { quad, smart_low_poly: isLowPoly } = values;
  return {
    texture: isTextured(values),
    textureSize: TEXTURE_SIZES[values.texture_quality ?? 'standard'],
    // What is made anew afterwards is made of a fine one.
    faceLimit: quad || isLowPoly ? DETAILED_FACE_LIMIT : (values.face_limit ?? usualLimit(values)),
    compress: wantsReshaping(values) ? '' : (values.compress ?? ''),
    seed: values.model_seed ?? 0,
  };
}
