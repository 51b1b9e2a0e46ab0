import type { OperationName } from '../../../../src-shared/api/operations.ts';

/** What was done to a model, to tell its files from others of the same name. */
export const MADE_TEXTS = {
  plain: {
    text_to_model: 'Made from words',
    image_to_model: 'Made from the picture',
    multiview_to_model: 'Made from the views',
    text_to_image: 'Drawn from words',
    image_to_image: 'Drawn anew',
    generate_multiview_image: 'Views drawn',
    edit_multiview_image: 'Views edited',
    image_to_splat: 'Splats of the picture',
    texture_model: 'Textured anew',
    refine_model: 'Refined',
    stylize_model: 'Stylized',
    convert_model: 'Converted',
    import_model: 'As it was brought in',
    rig_check: 'Checked for a rig',
    rig_model: 'Rigged',
    retarget_animation: 'Animated',
    segment_mesh: 'Cut into parts',
    complete_mesh: 'Parts completed',
    decimate_mesh: 'Decimated',
    unwrap_uv: 'Unwrapped',
    smart_segment: 'Cut into parts',
  } satisfies Record<OperationName, string>,
  /** The same with what was asked for. */
  asked: {
    decimate_mesh: (faces: string) => `Decimated to ${faces}`,
    stylize_model: (style: string) => `Stylized: ${style}`,
    texture_model: (quality: string) => `Textured anew: ${quality}`,
    convert_model: (format: string) => `Converted to ${format}`,
    retarget_animation: (clips: string) => `Animated: ${clips}`,
  },
  /** A file whose name others have as well. */
  told: (name: string, made: string) => `${name} · ${made}`,
  /** The place of a step in its job. */
  step: (number: string) => `step ${number}`,
  newest: 'newest',
  /** Beside the format that cannot be made of what was made last. */
  asGltf: 'as glTF',
} as const;
