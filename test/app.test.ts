import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { openSettingsFile } from '../src-main/settings/settings-file.ts';
import { makeTempFolder } from './helpers/temp-folder.ts';
import { openSides } from './queue/side-by-side.ts';

test('the app starts although nothing old can be removed, and says so in the log', async () => {
  const home = makeTempFolder();
  const [folder, file] = [path.join(home, 'inbox', 'folder'), path.join(home, 'inbox', 'old')];
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, 'of no job');
  const stored = openSettingsFile(home);
  stored.set({ spending: { perFolder: { removed: '5.00' } } });
  const set = (): never => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const app = await openSides(home, [], [], undefined, { settingsStore: { get: stored.get, set } });
  await app.close();
  expect([folder, file].map((each) => existsSync(each))).toEqual([true, false]);
  expect(app.settings.get().spending.perFolder).toEqual({ removed: '5.00' });
  expect(logged.mock.calls.flat()).toEqual([
    expect.stringContaining(`${path.join('inbox', 'folder')} was not removed`),
    expect.stringContaining('unused limits were not removed: Error: ENOSPC'),
  ]);
});
