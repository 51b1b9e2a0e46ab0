/** Messages of the engine: limits that a model exceeds, in English; ICU templates by their ids. */
export const MODEL_LIMIT_MESSAGES = {
  'model-limit.work':
    'The model has {count, number} triangles, and this operation has memory for about {limit, number}. Reduce it first.',
  'model-limit.triangles': 'The model has more than {limit, number} triangles. Reduce it before importing.',
  'model-limit.objects': 'The model has more than {limit, number} objects. Join some of them before importing.',
  'model-limit.parts': 'The model has too many objects, materials and animations. Join some of them before importing.',
  'model-limit.instances':
    'The model has more than {limit, number} instances of its objects. Reduce them before importing.',
  'model-limit.depth': 'The model nests its parts more than {limit, number} levels deep. Flatten it before importing.',
  'model-limit.memory': 'The model needs more than 1 GB of memory. Reduce it before importing.',
  'model-limit.available-memory': 'There is not enough memory to read the model. Reduce it before importing.',
  'model-limit.text-size': 'The model is a text file of more than 400 MB. Reduce it before importing.',
  'model-limit.line-size': 'The model has a line of more than 32 MB. Export it again.',
  'model-limit.layers': 'The model consists of more than {limit, number} layers. Flatten it before importing.',
  'model-limit.keyframes': 'The animations of the model have more than five million keyframes. Export fewer of them.',
  'model-limit.joined-keyframes':
    'The joined animation would have more than five million keyframes. Turn off assemble_animation.',
  'model-limit.textures': 'The model has more than {limit, number} textures.',
  'model-limit.texture-size':
    'The textures of the model are too large: one has {width} × {height} pixels. Reduce their size.',
  'model-limit.texture-pixels': 'The textures of the model have too many pixels in total. Reduce their size.',
  'model-limit.unwrap':
    'The model has {count, number} triangles. At most {limit, number} can be unwrapped. Decimate it first.',
  'model-limit.unwrap-for-texture':
    'The model has {count, number} triangles and needs new UVs. At most {limit, number} can be unwrapped. Decimate it first.',
  'model-limit.texture':
    'The model has {count, number} triangles. At most {limit, number} can be textured. Decimate it first.',
} as const;
