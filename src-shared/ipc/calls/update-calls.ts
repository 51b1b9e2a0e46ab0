import { updateState } from '../../settings/update-settings.ts';
import { nothing } from './call-schemas.ts';

/** Calls about newer versions: channel → [input, output]. None of them downloads or installs anything. */
export const updateCalls = {
  'updates:get': [nothing, updateState],
  /** Reads the feed now, if one is configured and checks are enabled. */
  'updates:check': [nothing, updateState],
} as const;
