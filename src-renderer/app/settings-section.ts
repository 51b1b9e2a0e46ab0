/** The parts of the settings, in the order they stand in. */
export const SETTINGS_SECTIONS = [
  'general',
  'making',
  'service',
  'spending',
  'export',
  'places',
  'app',
  'doctor',
  'log',
  'about',
] as const;

/** A part of the settings. */
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];
