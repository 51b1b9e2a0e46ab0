/** Texts about the clean-up of results of generators. */
export const CLEANUP_TEXTS = {
  title: 'Clean-up of generated models',
  help: 'Applies where one of your generators runs the step.',
  mode: 'Clean-up',
  modes: { usual: 'As set for the generator', own: 'These steps', none: 'None' },
  off: 'without clean-up',
  own: 'own clean-up',
  weld: 'Merge duplicate vertices',
  floaters: 'Remove loose pieces',
  ground: 'Place on the ground',
  bake: 'Bake colors and normals onto fewer faces',
  watertight: 'Close every part for printing',
  unwrap: 'Unwrap',
  unwraps: { missing: 'Without UVs', always: 'Always', never: 'Never' },
  up: 'Up axis of results',
  size: 'Longest side in meters',
  sizeKept: 'Unchanged',
} as const;
