import { createHash } from 'node:crypto';
import { lstat, rm } from 'node:fs/promises';
import path from 'node:path';
import { readSmallFile } from '../base/files/small-file.ts';
import type { ClaimMark } from '../pipeline/job-record.ts';
import { CLAIMS_FOLDER, createOwnFile, isDenial, isReadOnly, makeOwnFolders, OWN_FOLDER } from './own-folder.ts';

/** See `ownerOf`. */
const OWNER = /^[0-9a-f]{32}$/;

const MAX_CLAIM_BYTES = 4_096;

/**
 * Result of claiming a source: claimed now; already ours, from a crash or for a job; claimed by another Dropforge;
 * or not possible because the folder is read-only.
 */
export type Claim = 'new' | 'ours' | 'others' | 'none';

/**
 * Claims a source among all Dropforge instances that may watch the folder: a file that is created exclusively, named
 * after the path and the content of the source, and synced, because it has to outlive this process. A claim without an
 * owner was interrupted while it was written, and belongs to no instance. Throws the system's error if a claim cannot be
 * written or read now.
 */
export async function claimSource(root: string, mark: ClaimMark, owner: string): Promise<Claim> {
  const at = claimOf(root, mark);
  try {
    await writeClaim(root, at, owner);
    return 'new';
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (isDenial(failure) && (await isReadOnly(root))) return 'none';
    if (failure.code !== 'EEXIST') throw error;
  }
  const found = await readClaim(at);
  if (found !== null) return found === owner ? 'ours' : 'others';
  await rm(at, { force: true });
  return claimSource(root, mark, owner);
}

/**
 * True if the claim of a source is in its folder. A folder that cannot be read, or an empty mount point in its place, has none:
 * nothing is known about its files then.
 */
export async function hasClaim(root: string, mark: ClaimMark): Promise<boolean> {
  return lstat(claimOf(root, mark)).then(
    () => true,
    () => false,
  );
}

/** Releases a source: it left the folder, and may be added again. */
export async function releaseSource(root: string, mark: ClaimMark): Promise<void> {
  await rm(claimOf(root, mark), { force: true }).catch(() => undefined);
}

/** Identifies the owner of a claim by its home and computer, without revealing them. */
export function ownerOf(home: string, host: string): string {
  return createHash('sha256').update(`${host}\0${home}`).digest('hex').slice(0, 32);
}

async function writeClaim(root: string, at: string, owner: string): Promise<void> {
  const file = await createOwnFile(root, at).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await makeOwnFolders(root);
    return createOwnFile(root, at);
  });
  try {
    await file.writeFile(owner);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Owner of a claim; null: none. An unreadable claim counts as another instance's. */
async function readClaim(at: string): Promise<string | null> {
  try {
    const { text } = await readSmallFile(at, MAX_CLAIM_BYTES);
    return text !== null && OWNER.test(text) ? text : null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ELOOP') return null;
    if (code === 'EACCES' || code === 'EPERM') return '';
    throw error;
  }
}

function claimOf(root: string, { place, sha256 }: ClaimMark): string {
  const name = createHash('sha256').update(`${place}\0${sha256}`).digest('hex').slice(0, 40);
  return path.join(root, OWN_FOLDER, CLAIMS_FOLDER, name);
}
