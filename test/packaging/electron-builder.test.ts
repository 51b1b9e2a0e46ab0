import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const readConfig = () => getConfig(root, join(root, 'electron-builder.yml'), null);
const validate = (config: Awaited<ReturnType<typeof readConfig>>) =>
  validateConfiguration(config, new DebugLogger(false));

it('is what electron-builder understands', async () => {
  await expect(validate(await readConfig())).resolves.toBeUndefined();
});

it('is refused with a fuse that is misspelt', async () => {
  const config = await readConfig();
  const misspelt = { ...config, electronFuses: { ...config.electronFuses, runAsNodes: false } };
  await expect(validate(misspelt)).rejects.toThrow('configuration.electronFuses');
});

it('names icons that are there, in the format each system wants', async () => {
  const { win, mac, linux } = await readConfig();
  const head = (file: unknown, length: number) =>
    readFileSync(join(root, String(file)))
      .subarray(0, length)
      .toString('hex');
  expect(head(win?.icon, 4)).toBe('00000100');
  expect(head(mac?.icon, 4)).toBe(Buffer.from('icns').toString('hex'));
  expect(head(join(String(linux?.icon), '512x512.png'), 8)).toBe('89504e470d0a1a0a');
});

it('turns off every way to run other code in the packaged app', async () => {
  const { asar, electronFuses } = await readConfig();
  expect(asar).toBe(true);
  expect(electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  });
});

it('publishes nowhere', async () => {
  expect((await readConfig()).publish).toBeNull();
});
