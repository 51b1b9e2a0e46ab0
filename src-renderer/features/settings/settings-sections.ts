import { type SettingsSection } from '../../app/settings-section.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** Returns the title of a section of the settings. */
export function sectionTitle(section: SettingsSection): string {
  return TEXTS.settings.sections[section];
}
