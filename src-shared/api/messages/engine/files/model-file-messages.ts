/** Messages of the engine: why a model file cannot be read or written, in English; ICU templates by their ids. */
export const MODEL_FILE_MESSAGES = {
  'model-file.empty': 'The model file is empty. Copy or export it again.',
  'model-file.unknown-format':
    'This file is not a model that Dropforge can read. Use GLB, glTF, FBX, OBJ, STL, 3MF or USDZ.',
  'model-file.damaged': 'The model file is damaged: {reason}. Export it again.',
  'model-file.truncated': 'The model file ends too early. Copy or export it again.',
  'model-file.no-scene': 'The model has no scene to show. Export it again.',
  'model-file.xml-entities': 'The model file defines XML entities, which are not supported. Export it again.',
  'model-file.fbx-version': 'The FBX file has version {version}. Export it as FBX 7.4 (2014).',
  'model-file.fbx-no-mesh': 'The FBX file contains no mesh. Export the model with its geometry.',
  'model-file.obj-no-faces': 'The OBJ file contains no faces. Export the model with its mesh.',
  'model-file.stl-no-triangles': 'The STL file contains no triangles. Export the model again.',
  'model-file.3mf-nothing-to-print': 'The 3MF file contains nothing to print. Export the model again.',
  'model-file.usd-version': 'The USD file has version {version}, which is not supported. Export it again.',
  'model-file.usd-no-mesh': 'The USD file contains no visible mesh. Export the model with its geometry.',
  'model-file.no-surface': 'The model has no surface to write.',
  'model-file.no-area': 'The model has no face with an area.',
  'model-file.too-large-for-fbx': 'The model exceeds the 4 GB limit of FBX files.',
  'model-file.too-large-for-zip': 'The model exceeds the 4 GB limit of ZIP files.',
} as const;
