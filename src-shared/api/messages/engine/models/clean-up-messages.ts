/** Messages of the engine: notes about the clean-up of generated models, in English; ICU templates by their ids. */
export const CLEAN_UP_MESSAGES = {
  'clean-up.welded':
    'Clean-up: merged {count, plural, one {# vertex} other {# vertices}} with others and removed {triangles, plural, one {# triangle} other {# triangles}} without area or repeated.',
  'clean-up.floaters':
    'Clean-up: removed {count, plural, one {# loose piece} other {# loose pieces}} with {triangles, plural, one {# triangle} other {# triangles}}.',
  'clean-up.rotated': 'Clean-up: rotated the model, whose {up} axis pointed up.',
  'clean-up.grounded': 'Clean-up: placed the model on the ground, centered.',
  'clean-up.scaled': 'Clean-up: scaled the longest side from {before} m to {size} m.',
  'clean-up.baked': 'Clean-up: reduced {before, number} triangles to {count, number}, and baked colors and normals.',
  'clean-up.unwrapped': 'Clean-up: unwrapped the model.',
  'clean-up.textured': 'Clean-up: unwrapped the model and baked its colors into a texture.',
  'clean-up.closed-limit': 'Clean-up: the closed model was reduced to {count, number} triangles again.',
  'clean-up.quads': 'Clean-up: models with quads are not closed for printing.',
  'clean-up.animated': 'Clean-up was skipped: the model has a skeleton, shape keys or animations.',
  'clean-up.too-large': 'Clean-up was skipped: the model is too large for it. Generate it with fewer faces.',
} as const;
