/** Messages of the engine: why an image cannot be edited or a prompt cannot be followed, in English; ICU templates by their ids. */
export const EDIT_ERROR_MESSAGES = {
  'edit-error.view':
    'Could not edit the {view, select, front {front} back {back} left {left} other {right}} view. {reason}',
  'edit-error.no-subject-to-complete': 'No subject was found to complete. Use an image with a plain background.',
  'edit-error.cut-on-both-sides':
    'The subject is cut off on both sides, so it cannot be completed. Use an image that shows one side completely.',
  'edit-error.not-symmetric':
    'The subject is not cut off at a side and not symmetric, so it cannot be completed from its mirror image.',
  'edit-error.no-lines': 'The image shows no lines. Use a sketch with dark lines on light paper.',
  'edit-error.no-line-drawing':
    'The image is not a line drawing, so there is nothing to fill. Use a drawing with thin lines on plain paper.',
  'edit-error.no-closed-area':
    'The lines of the sketch enclose no area to fill. Close the outline, then send it again.',
  'edit-error.no-subject': 'No subject was found. Use an image with a plain background, or a cutout.',
  'edit-error.no-arms':
    'The arms cannot be separated from the body. Use a figure seen from the front with space between arms and body, create one with text_to_image and the template t_pose, or use a cloud region.',
  'prompt-error.empty': 'The prompt is empty. Describe an object, such as “a red chair”.',
  'prompt-error.empty-edit': 'The prompt is empty. Describe a change, such as “make it blue”.',
  'prompt-error.empty-texture': 'The texture prompt is empty. Describe a look, such as “rusty iron”.',
} as const;
