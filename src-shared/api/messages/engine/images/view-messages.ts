/** Messages of the engine: notes about models made from views, in English; ICU templates by their ids. */
export const VIEW_MESSAGES = {
  'views.in-view': 'In the {view, select, front {front} back {back} left {left} other {right}} view: {note}',
  'views.front-back-differ': 'The front and back outlines differ. Areas visible in either were kept.',
  'views.left-right-differ': 'The left and right outlines differ. Areas visible in either were kept.',
  'views.depth-estimated':
    'No view shows the depth, so it was estimated from the outline. Add a left or right view for the actual depth.',
  'views.mirrored':
    'No image shows the {view, select, front {front} back {back} left {left} other {right}}, so its colors mirror the {from, select, front {front} back {back} left {left} other {right}}.',
  'views.continued': 'No image shows the {views}, so the colors there continue the other images.',
  'views.min-faces': 'A body needs at least {min} faces; {asked} were requested.',
  'views.drawn':
    'The left, back and right views were rendered from a draft model. They follow the outline of the image, and the back mirrors the front.',
  'views.size-from-distance': 'According to the distance stored in the photo, the subject is {metres} m in size.',
  'views.size-of-person': 'The subject was treated as an adult, {metres} m tall.',
  'views.size-unknown': 'The image does not contain the size of its subject, so the longest side measures 1 m.',
  'views.back-painted':
    'The back repeats the front. Lettering and one-sided marks were painted over there, because they would be mirrored.',
  'views.splats':
    '{count} splats lie on a draft model of the image. Axes are in meters, +Y up, +Z front. In a program that expects +Y down, rotate them by 180° about X.',
  'views.name': '{view, select, front {front} back {back} left {left} other {right}}',
} as const;
