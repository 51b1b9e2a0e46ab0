import { type SettingsSection } from '../../app/settings-section.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** What a part of the settings is called. */
export function sectionTitle(section: SettingsSection): string {
  return TEXTS.settings.sections[section];
}
