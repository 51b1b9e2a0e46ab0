/** Messages of the engine: notes about edited images, in English; ICU templates by their ids. */
export const IMAGE_EDIT_MESSAGES = {
  'edit.no-second-image': 'The prompt seems to refer to a second image, but there is none.',
  'edit.color-not-found': 'The color to replace was not found in the subject, so the whole subject was recolored.',
  'edit.whole-subject': '{words} was applied to the whole subject. The local engine does not detect parts.',
  'edit.cannot-add-remove': 'The local engine cannot add or remove objects, so {words} was ignored.',
  'edit.unchanged':
    'The prompt names no known or similar change, so the image is unchanged. Supported: colors, materials, brighter, more contrast, black and white, sharpen, light from the left, remove the background and similar.',
  'edit.first-edits': 'Only the first {max} edits were applied.',
  'edit.first-two-images': 'Only the first two images were used.',
  'edit.second-image-colors': 'The colors come from the second image.',
  'edit.second-image-background': 'The second image is the background.',
  'edit.background-kept': 'The background was not changed.',
  'edit.jpeg-background': 'JPEG does not support transparency, so the background is white.',
  'edit.opaque-background': 'An opaque image was requested, so the background is white.',
  'edit.enlarged': 'The image was edited at {width} × {height} pixels and enlarged. Enlarging adds no detail.',
  'edit.small-subject': 'The subject is small. Enlarging it adds no detail, so use a larger image for a better model.',
  'edit.sketch':
    'Sketch to render: {count, plural, one {one closed region was} other {# closed regions were}} filled and shaded. Open lines stay lines.',
  'edit.sketch-colors':
    'Sketch to render: {count, plural, one {one closed region was} other {# closed regions were}} filled with automatic colors and shaded. Open lines stay lines.',
  'edit.enhance-subject':
    'Template 3d_enhance: the subject was cut out, denoised, lit evenly, sharpened and centered on a square.',
  'edit.enhance-image':
    'Template 3d_enhance: the whole image was denoised, lit evenly, sharpened and centered on a square.',
  'edit.completed':
    'Template character_completion: the {side, select, left {left} other {right}} side was cut off and was completed by mirroring the other side {axis, select, edge {at the edge of the image} other {about the symmetry axis}}.',
  'edit.completed-cut-below':
    'Template character_completion: the {side, select, left {left} other {right}} side was cut off and was completed by mirroring the other side {axis, select, edge {at the edge of the image} other {about the symmetry axis}}. The bottom is cut off, too, and cannot be completed.',
  'edit.complete': 'Template character_completion: the subject is complete and symmetric. It was only cut out.',
  'edit.complete-cut-below':
    'Template character_completion: the subject is complete and symmetric. It was only cut out. The bottom is cut off and cannot be completed.',
  'edit.mirrored-pieces': 'Template character_completion: pieces missing on one side were mirrored from the other.',
  'edit.mirrored-pieces-cut-below':
    'Template character_completion: pieces missing on one side were mirrored from the other. The bottom is cut off and cannot be completed.',
  'edit.figure':
    'Template figure: the subject, varnished and lit from the upper left, stands on a round base in a studio.',
  'edit.figure-ignored':
    'Template figure: the {name, select, outline {outline} shadow {shadow} other {halo}} was ignored, because the figure has its own lighting.',
  'edit.t-pose-level': 'Template t_pose: the arms are already level, so the figure was only cut out.',
  'edit.t-pose':
    'Template t_pose: {arms, select, both {both arms were} left {the left arm was} other {the right arm was}} rotated at the shoulder until level. Areas behind them are unknown; legs and hands are unchanged.',
  'edit.variants': 'Template variants: four color variants of the subject in one image.',
} as const;
