import type { Values } from '../../../src-shared/api/field.ts';
import type { GENERATION_FIELDS, PICTURE_FIELDS } from '../../../src-shared/api/generation-fields.ts';
import { isTextured } from '../../../src-shared/api/generation-rules.ts';
import { DEFAULT_FACE_LIMIT, imageToModel } from '../../geometry/one-view/image-to-model.ts';
import { onlySource, type EngineJob } from './engine-job.ts';

type PictureValues = Values<typeof GENERATION_FIELDS & typeof PICTURE_FIELDS>;

/** Texture edge in pixels by quality; a photograph seldom holds more than the largest. */
const TEXTURE_SIZES = { fast: 512, standard: 1024, detailed: 2048, extreme: 2048 } as const;

/** Triangles of `geometry_quality: detailed` when no limit is given. */
const DETAILED_FACE_LIMIT = 50_000;

/** Fields the silhouette method has no use for; whoever sets one is told. */
const WITHOUT_EFFECT = [
  'quad',
  'generate_parts',
  'smart_low_poly',
  'style_image',
  'return_multiview',
  'render_sequence',
  'render_video',
  'check_printable',
  'auto_size',
] as const satisfies readonly (keyof PictureValues)[];

/** A draft model of one picture (spec 4.3) with its preview. Throws PictureError. */
export const runImageToModel: EngineJob = async (input, report) => {
  // The request was checked against the fields of this very operation.
  const values = input.values as PictureValues;
  const { glb, preview, notes } = await imageToModel(
    onlySource(input),
    {
      texture: isTextured(values),
      textureSize: TEXTURE_SIZES[values.texture_quality ?? 'standard'],
      faceLimit:
        values.face_limit ?? (values.geometry_quality === 'detailed' ? DETAILED_FACE_LIMIT : DEFAULT_FACE_LIMIT),
      compress: values.compress === 'geometry' ? 'geometry' : '',
      seed: values.model_seed ?? 0,
    },
    report,
  );
  const ignored = WITHOUT_EFFECT.filter((name) => values[name]);
  return {
    files: [
      { key: 'model_url', name: 'model.glb', bytes: glb },
      { key: 'rendered_image_url', name: 'preview.webp', bytes: preview },
    ],
    notes: [...notes, ...ignored.map((name) => `${name} has no effect on a draft made on this computer.`)],
  };
};
