/** Messages of the engine: notes about models that were imported, in English; ICU templates by their ids. */
export const MODEL_IMPORT_MESSAGES = {
  'import.stl-unit': 'STL files store no unit. The model was read as millimeters.',
  'import.texture-not-found': 'The texture {name} is neither embedded nor beside the model. Embed it when exporting.',
  'import.texture-not-beside': 'The texture {name} is not beside the model. Pack both in one ZIP file.',
  'import.texture-not-in-file': 'The texture {name} is not in the file. Pack it with the model.',
  'import.texture-unreadable': 'The texture {name} cannot be read and was omitted. Use PNG or JPEG.',
  'import.material-file-missing': 'The material file {name} is not beside the model. Pack both in one ZIP file.',
  'import.material-plain': 'The material {name} is not a UsdPreviewSurface. The default material was used.',
  'import.layer-missing': 'The layer {name} is not in the file. Flatten the scene when exporting.',
  'import.usd-blend-shapes': 'The blend shapes of the USD file were omitted.',
  'import.usd-shape': '{type} shapes of the USD file were omitted. Convert them to meshes before exporting.',
  'import.usd-moving-parts': 'Animated parts of the USD file without a skeleton were imported without animation.',
  'import.specular-colors':
    'The materials use specular-glossiness. They were converted to metallic-roughness without their specular colors.',
  'import.shear': 'A group of parts is sheared, which glTF does not support. The shear was removed.',
} as const;
