/** Messages of the engine: notes about the subject of an image, in English; ICU templates by their ids. */
export const SUBJECT_MESSAGES = {
  'subject.not-found': 'No subject was found, so the whole image was used.',
  'subject.busy-background':
    'The background is busy, so the outline was estimated. A plain background gives a cleaner outline.',
  'subject.network': 'The background is not plain, so the mask of the network {name} was used.',
  'subject.network-implausible':
    'The mask of the network {name} shows no plausible subject, so the built-in mask was used.',
  'subject.network-depth': 'The relief follows the depth that the network {name} estimated.',
  'subject.plate':
    'No subject was found, so the whole image became a rounded plate. Cut out the subject for a better model.',
  'subject.enhanced': 'The image was enhanced: {found}.',
  'subject.enhance-unneeded': 'The image was checked and needs no enhancement.',
  'subject.jpeg-blocks': 'JPEG artifacts',
  'subject.grain': 'grain',
  'subject.dull-tones': 'dull tones',
} as const;
