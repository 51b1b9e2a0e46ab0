/** Messages of the engine: why an operation on a model is not possible, in English; ICU templates by their ids. */
export const MODEL_ERROR_MESSAGES = {
  'model-error.no-triangles': 'The model has no triangles.',
  'model-error.nothing-left': 'Nothing of the model is left. Raise face_limit or lower flatten_bottom_threshold.',
  'model-error.face-limit': 'face_limit must be a whole number of at least 1, not {value}.',
  'model-error.texture-size': 'texture_size must be a whole number of pixels from 1 to {limit}, not {value}.',
  'model-error.scale-factor': 'scale_factor must be a number above 0, not {value}.',
  'model-error.flatten-bottom':
    'flatten_bottom_threshold must be a fraction of the height from 0 to below 1, not {value}.',
  'model-error.unknown-part': 'part_names: the model has no part {names}. Its parts are {existing}.',
  'model-error.unnamed-parts': 'part_names: the model has no part {names}. Its parts have no names.',
  'model-error.no-points': 'points: specify at least one point of the model.',
  'model-error.no-surface-for-splats': 'The model has no surface to place splats on.',
  'model-error.no-size': 'The model has no size: all its points are at the same position.',
  'model-error.unusual-size': 'The model is {metres} m in size. Scale it to a usual size first.',
  'model-error.not-one-solid': 'The shape of the model is too complex to become one closed solid. Simplify it.',
} as const;
