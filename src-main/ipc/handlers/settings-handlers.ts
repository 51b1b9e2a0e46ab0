import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { settingsCalls } from '../../../src-shared/ipc/calls/settings-calls.ts';
import type { AccountSettings } from '../account-settings.ts';
import type { CancelableCalls } from '../cancelable-calls.ts';

/** Handlers of the calls about the settings and the API key. */
export function createSettingsHandlers(
  account: Pick<AccountSettings, 'view' | 'change' | 'setKey' | 'forgetKey'>,
  keyChecks: CancelableCalls,
): HandlersOf<typeof settingsCalls> {
  return {
    'settings:get': () => account.view(),
    'settings:set': (patch) => account.change(patch),
    'key:set': async ({ id, key, cloud }) =>
      (await keyChecks.run(id, (signal) => account.setKey(key, cloud, signal))) ?? account.view(),
    'key:cancel': async ({ id }) => (keyChecks.cancel(id), null),
    'key:forget': () => account.forgetKey(),
  };
}
