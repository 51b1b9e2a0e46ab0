import { updateState } from '../../settings/update-settings.ts';
import { nothing } from './call-schemas.ts';

/** What the page may ask about newer versions: channel → [input, output]. Nothing of it fetches or installs one. */
export const updateCalls = {
  'updates:get': [nothing, updateState],
  /** Reads the feed now, where there is one and it is switched on. */
  'updates:check': [nothing, updateState],
} as const;
