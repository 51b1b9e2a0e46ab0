import type { OperationName } from '../../../../src-shared/api/operations.ts';

/** Texts for step results, which distinguish files of the same name. */
export const STEP_RESULT_TEXTS = {
  plain: {
    text_to_model: 'Generated from a prompt',
    image_to_model: 'Generated from the image',
    multiview_to_model: 'Generated from the views',
    text_to_image: 'Drawn from a prompt',
    image_to_image: 'Image edited',
    generate_multiview_image: 'Views generated',
    edit_multiview_image: 'Views edited',
    image_to_splat: 'Splat from the image',
    texture_model: 'Retextured',
    refine_model: 'Refined',
    stylize_model: 'Stylized',
    convert_model: 'Converted',
    import_model: 'Imported',
    rig_check: 'Rig checked',
    rig_model: 'Rigged',
    retarget_animation: 'Animated',
    segment_mesh: 'Segmented',
    complete_mesh: 'Parts completed',
    decimate_mesh: 'Decimated',
    unwrap_uv: 'Unwrapped',
    smart_segment: 'Segmented',
  } satisfies Record<OperationName, string>,
  /** Results with the requested value. */
  asked: {
    decimate_mesh: (faces: string) => `Decimated to ${faces}`,
    stylize_model: (style: string) => `Stylized: ${style}`,
    texture_model: (quality: string) => `Retextured: ${quality}`,
    convert_model: (format: string) => `Converted to ${format}`,
    retarget_animation: (clips: string) => `Animated: ${clips}`,
  },
  /** Name of a file that shares its name with others. */
  qualified: (name: string, made: string) => `${name} · ${made}`,
  /** Number of a step in its job. */
  step: (number: string) => `step ${number}`,
  newest: 'newest',
  /** Shown beside a format that the last result cannot be converted to. */
  asGltf: 'as glTF',
} as const;
