import { expect, test } from 'vitest';
import { describeFolder } from '../../src-main/folders/describe-folder.ts';
import { createAccountSettings } from '../../src-main/ipc/account-settings.ts';
import { createAppSettings } from '../../src-main/settings/app-settings.ts';
import { createMemorySecrets } from '../../src-main/settings/secret-store.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

test('a view whose keychain answers late shows what was changed meanwhile', async () => {
  const [before, after] = [makeTempFolder(), makeTempFolder()];
  const settings = createAppSettings({ get: () => undefined, set: () => undefined });
  settings.set({ exportFolder: before, cloud: { baseUrl: 'https://region.invalid', deployment: 'international' } });
  const late = Promise.withResolvers<null>();
  const answers = [late.promise];
  const account = createAccountSettings({
    settings,
    secrets: { ...createMemorySecrets(), get: () => answers.pop() ?? Promise.resolve(null) },
    confirmation: { confirmSettings: () => Promise.resolve() },
    resolveProxy: null,
    exportFolder: () => settings.get().exportFolder ?? '',
  });
  const view = account.view();
  settings.set({ theme: 'light', exportFolder: after });
  late.resolve(null);
  expect(await view).toMatchObject({ theme: 'light', exportFolder: describeFolder(after) });
});
