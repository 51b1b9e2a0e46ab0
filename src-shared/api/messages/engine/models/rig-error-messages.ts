/** Messages of the engine: why a model cannot be rigged or animated, in English; ICU templates by their ids. */
export const RIG_ERROR_MESSAGES = {
  'rig-error.is-biped': 'The model stands upright on two legs, but quadruped was requested. Choose biped.',
  'rig-error.is-quadruped': 'The model is an animal on four legs, but biped was requested. Choose quadruped.',
  'rig-error.no-bone':
    'The model has no bone “{mixamo}” or “{tripo}”. Rig it with the local service first, then animate it.',
  'rig-error.no-biped-animation': 'The local engine has no animation “{animation}” for bipeds. Available: {known}.',
  'rig-error.not-for-bipeds': 'The animation “{animation}” does not support bipeds. Available: {known}.',
  'rig-error.no-quadruped-animation':
    'The local engine has no animation “{animation}” for quadrupeds. Available: {known}.',
  'rig-error.not-for-quadrupeds': 'The animation “{animation}” does not support quadrupeds. Available: {known}.',
} as const;
