/** Messages of the engine: reasons why a model cannot be rigged, in English; ICU templates by their ids. */
export const BODY_MESSAGES = {
  'body.no-surface': 'The model has no surface that a skeleton could move.',
  'body.flat': 'The model is flat. A skeleton needs a body with depth.',
  'body.no-legs': 'No two legs were found that reach the ground side by side. {hint}',
  'body.not-an-animal':
    'The model has four or more legs, but not two in front and two behind in opposite pairs like an animal. Align an animal with an axis.',
  'body.quadruped-asymmetric':
    'The left and right sides of the model differ too much ({percent}% alike). Align it with an axis, on four straight legs.',
  'body.legs-too-thick': 'The supports of the model are too short and too thick to be legs. {hint}',
  'body.furniture-legs':
    'The four legs of the model are nearly as far apart across as along, like those of furniture. An animal stands narrower.',
  'body.no-animal-trunk':
    'The model has four legs but no trunk that connects them, like furniture. An animal has a trunk.',
  'body.no-animal-head':
    'The model has four legs, but no end extends beyond them like a head, so it was treated as furniture or a vehicle.',
  'body.head-or-tail': 'The model has four legs, but its two ends are too similar to tell the head from the tail.',
  'body.back-too-steep': 'The back of the model is too steep. {hint}',
  'body.no-head-in-front': 'No head was found in front of the front legs. {hint}',
  'body.too-long': 'The model is longer than it is tall, so it does not stand upright. {hint}',
  'body.biped-asymmetric':
    'The left and right sides of the model differ too much ({percent}% alike). Turn it to face the front, in T- or A-pose, with empty hands.',
  'body.too-many-legs': 'The model stands on more than two legs. {hint}',
  'body.no-trunk': 'No trunk was found above the legs. {hint}',
  'body.no-arms': 'No two arms were found separate from the body. {hint}',
  'body.arms-too-thick': 'The shapes at the sides are too thick to be arms. {hint}',
  'body.arm-too-long': 'One arm reaches much farther than the other. Remove the object from the figure’s hand.',
  'body.arms-down': 'The arms point straight down. {hint}',
  'body.arms-up': 'The arms point up. {hint}',
  'body.arms-at-legs': 'The arms begin where the legs do. {hint}',
  'body.no-head': 'No head was found above the arms. {hint}',
  'body.pose-figure': 'Show the figure upright, in T- or A-pose, with two legs and two arms that touch nothing.',
  'body.pose-animal': 'Show the animal standing on all four legs, straight, with daylight between them.',
} as const;
