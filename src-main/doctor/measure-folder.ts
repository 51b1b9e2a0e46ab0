import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Maximum number of parallel stat calls. */
const MAX_PARALLEL_STATS = 64;

/** Total size in bytes of all files in a folder, at any depth; unreadable or removed files count as 0. */
export async function measureFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  let sum = 0;
  for (let at = 0; at < files.length; at += MAX_PARALLEL_STATS) {
    const sizes = await Promise.all(
      files.slice(at, at + MAX_PARALLEL_STATS).map(({ parentPath, name }) =>
        stat(path.join(parentPath, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    sum += sizes.reduce((all, size) => all + size, 0);
  }
  return sum;
}
