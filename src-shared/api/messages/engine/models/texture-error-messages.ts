/** Messages of the engine: why a texture of a model cannot be used, in English; ICU templates by their ids. */
export const TEXTURE_ERROR_MESSAGES = {
  'texture-error.unreadable': 'The texture {name} cannot be read as an image.',
  'texture-error.unreadable-unnamed': 'A texture of the model cannot be read as an image.',
  'texture-error.unsupported': 'The texture {name} cannot be read. Use PNG or JPEG.',
  'texture-error.ktx2': 'The texture {name} cannot be read as KTX2. Export the model with PNG or JPEG textures.',
  'texture-error.ktx2-unnamed':
    'A texture of the model cannot be read as KTX2. Export the model with PNG or JPEG textures.',
  'texture-error.no-data': 'A texture of the model has no data.',
} as const;
