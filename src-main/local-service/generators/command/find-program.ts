import { access, constants } from 'node:fs/promises';
import path from 'node:path';

/** Endings of programs that Windows starts without a shell. */
const WINDOWS_ENDINGS = ['.com', '.exe'];

/** Windows starts these in a shell only, which would read the arguments as commands. */
const BATCH_FILE = /\.(?:cmd|bat)$/i;

/** Path of a program, as the system finds it when it is started in a folder without a shell; null if there is none. */
export async function findProgram(
  program: string,
  folder = process.cwd(),
  platform = process.platform,
): Promise<string | null> {
  const isWindows = platform === 'win32';
  if (isWindows && BATCH_FILE.test(program)) return null;
  const isPath = program.includes('/') || program.includes(path.sep);
  const folders = isPath ? [folder] : (process.env['PATH'] ?? '').split(path.delimiter);
  const endings = isWindows ? [...(path.extname(program) === '' ? [] : ['']), ...WINDOWS_ENDINGS] : [''];
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
