/** Sections of the settings, in display order. */
export const SETTINGS_SECTIONS = [
  'general',
  'making',
  'service',
  'generators',
  'spending',
  'export',
  'places',
  'app',
  'doctor',
  'log',
  'about',
] as const;

/** A section of the settings. */
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];
