import type { App, AppDeps, Desktop } from '../../../app-deps.ts';
import { createApp, type AppParts } from '../../../app.ts';
import { toDiskError } from '../../../folders/disk-error.ts';
import { makePrivateFolderSync } from '../../../base/files/private-files.ts';
import { VERSION } from '../../../base/project-root.ts';
import { defaultPageFolders, type Home } from '../../../settings/home.ts';
import { createKeychainSecrets } from '../../../settings/keychain-secrets.ts';
import { createLazySecrets } from '../../../settings/lazy-secrets.ts';
import { openSettingsFile } from '../../../settings/settings-file.ts';
import { commandHost } from './command-host.ts';

const NO_DESKTOP: Desktop = {
  revealPath: null,
  chooseFolder: null,
  chooseFile: null,
  confirm: null,
  showCode: null,
  startDrag: null,
};

/** The differences between a page in a browser and a command without a page, which is the default. */
export interface HeadlessPage extends Pick<AppDeps, 'offeredNetworks' | 'updateInstaller' | 'releaseKey'> {
  readonly desktop?: Desktop;
  /** A file that the page uploaded, by its id. */
  readonly findUpload?: (id: string) => { path: string; name: string } | null;
  /** Absolute folders that the page may use, besides the default ones and those of the settings. */
  readonly allowedFolders?: readonly string[];
}

/** The app without a window: the processes of the command's host, the keychain itself, the plain settings file. */
export function openHeadlessApp(
  home: Home,
  { desktop = NO_DESKTOP, findUpload, allowedFolders = [], ...given }: HeadlessPage = {},
): Promise<App & AppParts> {
  makeHome(home.path);
  const { spawnService, startReader } = commandHost();
  const deps = {
    home: home.path,
    defaultExportFolder: home.defaultExportFolder,
    version: VERSION,
    // The keychain may prompt to be unlocked, so it is opened when a key is needed.
    secrets: createLazySecrets(() => createKeychainSecrets(home.path)),
    settingsStore: openSettingsFile(home.path),
    spawnService,
    startReader,
    desktop,
    pageFolders: [...defaultPageFolders(home), ...allowedFolders],
    resolveProxy: null,
    ...given,
  };
  return createApp(deps, findUpload ?? null);
}

function makeHome(home: string): void {
  try {
    makePrivateFolderSync(home);
  } catch (error) {
    throw toDiskError(error, home);
  }
}

/** Opens the app of a home, runs with it, and closes it. */
export async function withHeadlessApp<T>(home: Home, run: (app: App & AppParts) => T | Promise<T>): Promise<T> {
  const app = await openHeadlessApp(home);
  try {
    return await run(app);
  } finally {
    await app.close();
  }
}
