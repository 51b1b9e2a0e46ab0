import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TakenMark } from '../pipeline/job-record.ts';

/** Where Dropforges keep what they have to tell each other, in a hot folder. */
export const OWN_FOLDER = '.dropforge';

/** Where claims lie in there. */
const CLAIMS = 'taken';

/**
 * Takes a source for this Dropforge among all that may ever watch the folder: a file that is created exclusively, named
 * after the place and the content of the source. True when it is ours, also from before a crash. Where nothing can be
 * written there is nobody to share with.
 */
export async function claimSource(root: string, mark: TakenMark, owner: string): Promise<boolean> {
  const at = claimOf(root, mark);
  try {
    const file = await open(at, 'wx');
    await file.writeFile(owner).finally(() => file.close());
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return (await readFile(at, 'utf8').catch(() => '')) === owner;
    if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return true;
    if (code !== 'ENOENT') throw error;
  }
  await makeInside(root, CLAIMS);
  return claimSource(root, mark, owner);
}

/** Gives a source back: it left the folder, and may come again. */
export async function releaseSource(root: string, mark: TakenMark): Promise<void> {
  await rm(claimOf(root, mark), { force: true }).catch(() => undefined);
}

/** Makes our own folder in a hot folder, and one inside it; never the hot folder itself, which may be away for a while. */
export async function makeInside(root: string, name?: string): Promise<void> {
  for (const parts of [[OWN_FOLDER], ...(name === undefined ? [] : [[OWN_FOLDER, name]])]) {
    await mkdir(path.join(root, ...parts)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Who claims, told from others by its home and computer; says neither. */
export function ownerOf(home: string, host: string): string {
  return createHash('sha256').update(`${host}\0${home}`).digest('hex').slice(0, 32);
}

function claimOf(root: string, { place, sha256 }: TakenMark): string {
  const name = createHash('sha256').update(`${place}\0${sha256}`).digest('hex').slice(0, 40);
  return path.join(root, OWN_FOLDER, CLAIMS, name);
}
