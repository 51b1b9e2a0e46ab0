import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { settings as settingsSchema } from '../../../src-shared/settings/settings.ts';
import { createAppSettings } from '../../../src-main/settings/app-settings.ts';
import { openSettingsFile } from '../../../src-main/settings/settings-file.ts';
import { StartupError } from '../../../src-main/base/startup-error.ts';
import { readConfig } from '../../../src-main/local-service/read-config.ts';
import { decideUpdate } from '../../../src-main/updates/decide-update.ts';
import { parseReleaseFiles } from '../../../src-main/updates/release-files.ts';
import { parseFeed } from '../../../src-main/updates/parse-feed.ts';
import type { FuzzInput, JsonTarget } from '../fuzz-target.ts';
import { few, hostileText, orRarely, repeats } from '../hostile-values.ts';
import { corruptJson, toJsonText } from './corrupt-json.ts';
import { valueOfSchema } from './value-of-schema.ts';

async function withFile<T>(
  name: string,
  input: FuzzInput,
  use: (folder: string, file: string) => Promise<T> | T,
): Promise<T> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'settings-'));
  try {
    writeFileSync(path.join(folder, name), input);
    return await use(folder, path.join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The settings file of the app. */
export const settings: JsonTarget = {
  kind: 'json',
  name: 'settings',
  generate: (prng) => {
    const value = valueOfSchema(prng, settingsSchema);
    return toJsonText(prng, prng.chance(0.8) ? corruptJson(prng, value) : value);
  },
  run: (input) =>
    withFile('config.json', input, (home) => {
      const app = createAppSettings(openSettingsFile(home));
      settingsSchema.parse(app.get());
      app.set({ theme: 'light' });
      return createAppSettings(openSettingsFile(home)).get().theme === 'light';
    }),
};

const CONFIG = {
  port: 0,
  dataDir: 'a',
  region: 'china',
  credits: 10,
  balanceAlert: '1.5',
  limits: { creationPerMinute: 5, concurrency: { h3d: 1, image: 2 } },
  presignTtlSeconds: 60,
  queueTimeoutSeconds: 60,
  webhooks: [{ url: 'http://127.0.0.1:9/a' }],
  blockedWords: ['a'],
  entitlements: { priority: 1, vxc: true },
};

/** The configuration file of the local service. */
export const serviceConfig: JsonTarget = {
  kind: 'json',
  name: 'service-config',
  generate: (prng) => toJsonText(prng, corruptJson(prng, structuredClone(CONFIG))),
  run: (input) =>
    withFile('service.json', input, async (_, file) => {
      try {
        await readConfig(file);
        return true;
      } catch (error) {
        if (error instanceof StartupError) return false;
        throw error;
      }
    }),
};

const LINES = [
  ' a',
  'version: 1.2.3',
  'files:',
  '  - url: a.exe',
  '    size: 5',
  `    sha512: ${'A'.repeat(86)}==`,
  'stagingPercentage: 50',
  "releaseDate: '2026-01-01T00:00:00.000Z'",
  'releaseNotes: |',
  '  a',
];

/** The update feed, a text of another computer. */
export const updateFeed: JsonTarget = {
  kind: 'json',
  name: 'update-feed',
  generate: (prng) => {
    const line = (): string => orRarely(prng, prng.pick(LINES), () => `${prng.pick(LINES)}${hostileText(prng)}`, 0.3);
    const lines = few(prng, 6, line).flatMap((each) => Array.from({ length: repeats(prng, each.length) }, () => each));
    return [...LINES.filter(() => !prng.chance(0.1)), ...lines].join('\n');
  },
  run: (input) => {
    const { version } = parseFeed(String(input));
    const installation = { version: '1.0.0', id: 'a', fileKind: 'exe', arch: 'x64' } as const;
    return Promise.resolve(
      decideUpdate(version, parseReleaseFiles(String(input)), true, installation).kind === 'offered',
    );
  },
};
