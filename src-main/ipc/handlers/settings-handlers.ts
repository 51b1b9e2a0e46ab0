import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { settingsCalls } from '../../../src-shared/ipc/calls/settings-calls.ts';
import type { AccountSettings } from '../account-settings.ts';

/** Handlers of the calls about the settings and the API key. */
export function createSettingsHandlers(
  account: Pick<AccountSettings, 'view' | 'change' | 'setKey' | 'forgetKey'>,
): HandlersOf<typeof settingsCalls> {
  return {
    'settings:get': () => account.view(),
    'settings:set': (patch) => account.change(patch),
    'key:set': ({ key, cloud }) => account.setKey(key, cloud),
    'key:forget': () => account.forgetKey(),
  };
}
