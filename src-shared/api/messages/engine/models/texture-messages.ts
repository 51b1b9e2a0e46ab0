/** Messages of the engine: notes about textures, in English; ICU templates by their ids. */
export const TEXTURE_MESSAGES = {
  'texture.off': 'Texture is off: colors and textures were removed.',
  'texture.none': 'The generator returned the model without a texture.',
  'texture.effects': 'Material effects other than color, metalness, roughness and relief were omitted.',
  'texture.own-colors': 'Without texture_prompt, the model’s own colors were baked again.',
  'texture.relief-estimated': 'Relief and roughness were estimated from the brightness of the images.',
  'texture.new-uvs': 'The UVs were missing or overlapped, so the model was unwrapped again.',
  'texture.one-set': 'The {count} materials were painted in one texture, so the model was unwrapped again.',
  'texture.stretched':
    'The proportions of the model differ from the images ({views}), so they were stretched to fit. Set texture_alignment to original_image to keep their proportions.',
  'texture.no-subject': 'The image shows no single subject, so it was tiled over the whole model as a material.',
  'texture.front-only':
    'One image shows the front only. Sides and back continue the colors of its outline. Four images show more.',
} as const;
