import { spawnSync } from 'node:child_process';

/** Whether a keychain of its own can be started for a command here. */
export function hasKeyring(): boolean {
  const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
  return process.platform === 'linux' && has('gnome-keyring-daemon') && has('dbus-run-session');
}

/** The command line that starts a command with an unlocked keychain of its own, kept in a folder. */
export function withKeyring(folder: string): string[] {
  const unlock = `printf x | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"`;
  const env = ['env', `HOME=${folder}`, `XDG_DATA_HOME=${folder}/data`, `XDG_RUNTIME_DIR=${folder}`];
  return [...env, 'dbus-run-session', '--', 'sh', '-c', unlock, 'sh'];
}
