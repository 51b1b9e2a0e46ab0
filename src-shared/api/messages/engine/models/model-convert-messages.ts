/** Messages of the engine: notes about conversions, in English; ICU templates by their ids. */
export const MODEL_CONVERT_MESSAGES = {
  'convert.quads-split':
    'Too few triangles form good pairs, so every face was split into quads. The shape is unchanged.',
  'convert.rest-pose': 'The model was cut in its rest pose. Its skeleton, morph targets and animations were omitted.',
  'convert.triangles-only': '{format} supports triangles only. Each quad was written as two triangles.',
  'convert.vertex-colors-format': 'export_vertex_colors applies to OBJ and GLTF only and has no effect on {format}.',
  'convert.vertex-colors-baked':
    'The baked vertex colors replace the base color texture, because glTF multiplies the two.',
  'convert.static-format': '{format} files are static. The model is in its rest pose, without {lost}.',
  'convert.usdz-morph-targets': 'The morph targets were omitted from the USDZ file. The model has its rest shape.',
  'convert.usdz-one-clip':
    'USDZ plays one animation: {played}. The file also stores the skeleton animation of {others} for programs that can select it.',
  'convert.in-place-unchanged': 'animate_in_place has no effect: no animation of the model changes its position.',
  'convert.assemble-unchanged': 'assemble_animation has no effect: the model has fewer than two animations.',
  'convert.clips-joined': 'The animations were joined into “{name}”: {clips}.',
  'convert.no-textures': '{format} files contain no textures, so texture_format {texture} has no effect.',
  'convert.texture-format': '{format} does not support {texture} textures. They were written as PNG.',
  'convert.texture-alpha': '{texture} stores no transparency. Textures of transparent materials were written as PNG.',
  'convert.lost-skeleton': 'its skeleton',
  'convert.lost-morph-targets': 'its morph targets',
  'convert.lost-animations': 'its animations',
} as const;
