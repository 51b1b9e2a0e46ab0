/** Messages about the settings of generators, in English; ICU templates by their ids. */
export const GENERATOR_SETTINGS_MESSAGES = {
  'subject.generators': 'The generator settings',
  'generator-settings.not-known': 'There is no generator “{name}”. Available: {names}.',
  'generator-settings.name-taken': '“{name}” already exists. Remove it first.',
  'generator-settings.name-form': 'A name has 1 to 40 letters, digits, spaces, dots, dashes and underscores.',
  'generator-settings.other-operation': '{name} does not support {operation}.',
  'generator-settings.value': '{key}: {reason}.',
  'generator-settings.choose-again': 'Choose the file in the dialog again.',
  'generator-settings.whole-path': 'Enter the whole path of the file.',
} as const;
