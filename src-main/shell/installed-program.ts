/** The app, as far as starting it again needs it; Electron's `app` has both. */
export interface RunningApp {
  readonly isPackaged: boolean;
  getAppPath(): string;
}

/**
 * The program and first arguments that start this app again, also after this process has ended: an AppImage and a portable
 * app run from a folder that is removed then.
 */
export function findInstalledProgram(
  app: RunningApp,
  { execPath, env }: Pick<NodeJS.Process, 'execPath' | 'env'>,
): [program: string, ...args: string[]] {
  if (!app.isPackaged) return [execPath, app.getAppPath()];
  return [env['APPIMAGE'] ?? env['PORTABLE_EXECUTABLE_FILE'] ?? execPath];
}
