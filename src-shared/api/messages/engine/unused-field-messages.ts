/** Messages of the engine: notes about fields of requests, in English; ICU templates by their ids. */
export const UNUSED_FIELD_MESSAGES = {
  'field.unused': '{name} has no effect on drafts of the local engine.',
  'field.vxc': 'vxc has no effect on drafts of the local engine: the interface has no output for it.',
  'field.ref-image': 'ref_image has no effect on the local engine.',
  'field.compress': 'compress has no effect on FBX files.',
  'field.texture-quality':
    'texture_quality {quality} creates textures of {size} pixels here: the source has no more detail.',
  'field.baked-size': 'Textures baked from the model’s own textures have at most {size} pixels.',
  'field.mode-unknown': 'The local engine does not support the mode {mode}; it supports {known}.',
  'field.follows-image': 'The texture always follows the image.',
  'field.follows-images': 'The texture always follows the images.',
  'field.uv-needed': 'export_uv has no effect here: the texture needs UVs.',
  'field.uv-with-texture': 'export_uv has no effect here: UVs are created only together with a texture.',
  'field.base-color-only': 'The texture is a base color. Metallic, roughness and normal maps are not created.',
  'field.orthographic': 'The views were read as orthographic projections.',
  'field.delight-model': 'delight works with model {model} only.',
  'field.style-texture': 'The colors of the texture come from style_image.',
  'field.style-scene': 'The colors of the scene come from style_image.',
  'field.style-named-colors':
    'Colors named in the prompt follow style_image only as far as they still match their names.',
  'field.style-without-texture': 'style_image has no effect without a texture.',
  'field.delighted': 'delight removed the shading that the shape explains. Cast shadows remain.',
  'field.delight-text': 'delight has no effect on a text.',
  'field.delight-scene': 'delight has no effect: the colors of a scene from text contain no lighting.',
  'field.texture-version': 'texture_version has no effect: scenes from text are colored in one way only.',
  'field.alignment': 'texture_alignment has no effect without an image.',
  'field.texture-seed': 'texture_seed has no effect here: the method is not random.',
} as const;
