import { findInstalledProgram, type RunningApp } from '../installed-program.ts';
import { LINK_SCHEME } from './dropforge-link.ts';

/** The app, as far as its links need it; Electron's `app` has all of it. */
interface LinkedApp extends RunningApp {
  setAsDefaultProtocolClient(scheme: string, program: string, args: string[]): boolean;
}

/**
 * Registers the app for `dropforge:` links on Windows, where no package format does. Packages for Linux and macOS declare the
 * scheme themselves. Chromium reads no switch after `--`, so that a link cannot contain one.
 */
export function registerLinkScheme(
  app: LinkedApp,
  { platform, execPath, env }: Pick<NodeJS.Process, 'platform' | 'execPath' | 'env'>,
): void {
  if (platform !== 'win32' || !app.isPackaged) return;
  const [program] = findInstalledProgram(app, { execPath, env });
  app.setAsDefaultProtocolClient(LINK_SCHEME, program, ['--']);
}
