import { updateState } from '../../settings/update-settings.ts';
import { nothing } from './call-schemas.ts';

/** Calls about newer versions: channel → [input, output]. What is installed is signed. */
export const updateCalls = {
  'updates:get': [nothing, updateState],
  /** Reads the feed now, if one is configured and checks are enabled. */
  'updates:check': [nothing, updateState],
  /** Starts the download of the offered version. */
  'updates:download': [nothing, updateState],
  /** Quits, installs the downloaded version and starts it; fails with `update_waits` while paid work is in flight. */
  'updates:install': [nothing, updateState],
} as const;
