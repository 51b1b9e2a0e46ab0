import { app } from 'electron';

/**
 * The program and first arguments that start this app again, also after this process has ended: an AppImage and a portable
 * app run from a folder that is removed then.
 */
export function findInstalledProgram(): [program: string, ...args: string[]] {
  const lasting = process.env['APPIMAGE'] ?? process.env['PORTABLE_EXECUTABLE_FILE'];
  if (app.isPackaged) return [lasting ?? process.execPath];
  return [process.execPath, app.getAppPath()];
}
