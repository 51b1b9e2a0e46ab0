import os from 'node:os';
import path from 'node:path';

/** The folder for all data, and how it was chosen. */
export interface Home {
  readonly path: string;
  /** True when it came from `--home` or `DROPFORGE_HOME`; then nothing outside it is changed. */
  readonly isolated: boolean;
  readonly defaultExportFolder: string;
}

/** The home folder: `--home`, otherwise `DROPFORGE_HOME`, otherwise the system's folder for application data. */
export function resolveHome(flag: string | undefined, env: NodeJS.ProcessEnv): Home {
  const asked = flag ?? env['DROPFORGE_HOME'];
  if (asked) {
    const home = path.resolve(asked);
    return { path: home, isolated: true, defaultExportFolder: path.join(home, 'export') };
  }
  return {
    path: path.join(applicationData(env), 'Dropforge'),
    isolated: false,
    defaultExportFolder: path.join(os.homedir(), 'Documents', 'Dropforge', 'Export'),
  };
}

/**
 * Folders that a page in a browser may use without being allowed: for an isolated home none besides the output folder,
 * which is always allowed.
 */
export function defaultPageFolders({ isolated, defaultExportFolder }: Home): readonly string[] {
  if (isolated) return [];
  const personal = ['Pictures', 'Downloads'].map((name) => path.join(os.homedir(), name));
  return [path.dirname(defaultExportFolder), ...personal];
}

/** The same folder Electron calls `appData`. */
function applicationData(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return env['APPDATA'] ?? path.join(os.homedir(), 'AppData', 'Roaming');
  if (process.platform === 'darwin') return path.join(os.homedir(), 'Library', 'Application Support');
  const configured = env['XDG_CONFIG_HOME'] ?? '';
  return path.isAbsolute(configured) ? configured : path.join(os.homedir(), '.config');
}
