/** Messages of the engine: notes about prompts, in English; ICU templates by their ids. */
export const PROMPT_MESSAGES = {
  'prompt.understood': 'Understood: {words}.',
  'prompt.ignored': 'Not understood and ignored: {words}.',
  'prompt.unwanted': 'Read as unwanted and omitted: {words}.',
  'prompt.negative': 'Omitted because of the negative prompt: {words}.',
  'prompt.max-words': 'Only the first {max} words were read.',
  'prompt.max-things': 'Only the first {max} kinds of objects were built.',
  'prompt.max-each': '{asked} of “{name}” were requested; the maximum of {built} was built.',
  'prompt.corrected': '“{written}” was read as “{read}”.',
  'prompt.nearest': '“{written}” is not known; the nearest known object, “{built}”, was built instead.',
  'prompt.statue': 'The prompt does not say what the statue shows, so a man was built.',
  'prompt.stand-in':
    'The prompt names no known or similar object, so a plain stand-in was built. The local engine knows {count} names of objects, such as {known}.',
  'prompt.nearest-look': '“{written}” names no known color or material; “{painted}” was painted instead.',
  'prompt.plain-look':
    'The text describes no known or similar look, so plain gray was painted. The local engine knows {colorCount} colors such as {colors}, {materialCount} words for materials such as {materials}, and striped, checked, dotted, rusty, old, dark, light, shiny, glowing.',
  'prompt.max-objects': 'A scene can have {max} objects; {built} {name} of {asked} were built.',
  'prompt.too-many-colors': '“{name}” cannot use that many colors. The first were used.',
  'prompt.two-places': '“{name}” cannot be in two places. The first was used.',
  'prompt.no-room-under': 'There is no room under the {name}. The objects were placed in front of it.',
  'prompt.texture-names': 'A texture covers the whole model, so names of objects were ignored: {words}.',
  'prompt.texture-one-material': 'A texture has one material. The first was used.',
  'prompt.texture-one-pattern': 'A texture has one pattern of two colors, so these were ignored: {words}.',
  'prompt.texture-two-colors': 'A texture has at most two colors. The first were used.',
  'prompt.collapsed': 'Edges were collapsed to stay within {limit} faces. Small parts may be missing.',
  'prompt.print-collapsed':
    '3D printing: edges were collapsed to meet the face limit, so some parts may not be closed. Use a higher limit.',
  'prompt.print-closed':
    '3D printing: every part is a closed solid. Parts overlap where they meet; slicers merge them.',
  'prompt.print-open': '3D printing: these parts are not closed: {names}.',
  'prompt.print-one':
    '3D printing: the model is one closed body of {size} mm, at least {thin} mm thick on {share}% of its surface.',
  'prompt.print-several':
    '3D printing: the model has {count} closed parts, together {size} mm, at least {thin} mm thick on {share}% of their surface.',
  'prompt.template-t-pose': 'Template t_pose: figures stand in T-pose, seen from the front.',
  'prompt.template-character': 'Template character_completion: figures are shown whole, from the front.',
  'prompt.template-enhance': 'Template 3d_enhance: everything was built with finer roundings.',
  'prompt.template-variants': 'Template variants: four seeds in one image.',
  'prompt.template-figure': 'Template figure: the scene stands on a display base.',
  'prompt.texture-off': 'Texture is off: colors and materials were omitted.',
} as const;
