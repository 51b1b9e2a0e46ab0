import { access, constants } from 'node:fs/promises';
import path from 'node:path';

/** Path of a program, as the system finds it when it is started in a folder; null if there is none. */
export async function findProgram(program: string, folder = process.cwd()): Promise<string | null> {
  const isPath = program.includes('/') || program.includes(path.sep);
  const folders = isPath ? [folder] : (process.env['PATH'] ?? '').split(path.delimiter);
  const endings = process.platform === 'win32' ? ['', ...(process.env['PATHEXT'] ?? '.EXE').split(';')] : [''];
  for (const each of folders) {
    for (const ending of endings) {
      const file = path.resolve(each, program + ending);
      const isThere = await access(file, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isThere) return file;
    }
  }
  return null;
}
