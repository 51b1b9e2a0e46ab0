import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { openRegularFile } from '../base/files/regular-file.ts';
import { readSmallFile } from '../base/files/small-file.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { sourceKindOf } from '../../src-shared/formats/formats.ts';
import type { ViewSlot } from '../../src-shared/formats/source-kind.ts';
import { MAX_SIDECAR_LENGTH, parseSidecar, applySidecar, type Sidecar } from '../../src-shared/sources/sidecar.ts';
import type { RecipeContext } from '../../src-shared/recipes/check-recipe.ts';
import type { RecipeSet } from '../../src-shared/recipes/recipe.ts';
import { toSourceError } from '../folders/disk-error.ts';
import { readPrompt } from '../folders/read-prompt.ts';
import { stampOf, toReadyFile, type ReadyFile } from '../folders/watching/ready-file.ts';
import type { ClaimMark } from '../pipeline/job-record.ts';
import { assertAcceptsSource, type NewSourceFile, type NewSource } from '../queue/create-job-records.ts';
import { sidecarOf } from './archive-source.ts';
import { message, type MessageOrText } from '../../src-shared/messages/message.ts';

/** Hashed in one turn of the event loop. */
const CHUNK_BYTES = 1024 * 1024;

/** Complete files of a hot folder that become one job. */
export interface ReadyUnit {
  /** Display name. */
  readonly name: string;
  readonly files: readonly { readonly file: ReadyFile; readonly slot: ViewSlot | null }[];
}

/** Identity of a file: its number on the disk and its content. */
export interface MarkedFile {
  readonly file: ReadyFile;
  readonly mark: ClaimMark;
  readonly slot: ViewSlot | null;
}

/** The id of a file in its claim. File numbers are reused after deletion; the creation time distinguishes the files. */
function fileIdOf({ ino, birthtimeNs }: Pick<BigIntStats, 'ino' | 'birthtimeNs'>): string {
  return `${ino}:${birthtimeNs}`;
}

/** Path of a file relative to its hot folder, with forward slashes. */
export function toRelativePath(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/').normalize('NFC');
}

/** Reads the identity of a file; null if it was replaced since it was complete, or something else took its place for a while. */
export async function markFile(root: string, folderId: string, file: ReadyFile): Promise<ClaimMark | null> {
  const before = await findVersion(file.path);
  if (before !== file.version) return null;
  const { sha256, version } = await hashVersion(file);
  const after = await lstat(file.path, { bigint: true }).catch(() => null);
  // What was hashed is the open file: its path may have led to another one.
  if (!after || version !== before || toReadyFile(file.path, after)?.version !== before) return null;
  const place = toRelativePath(root, file.path);
  return { folderId, fileId: fileIdOf(after), place, version: stampOf(after), sha256 };
}

/** True if a path has the content of a claim, also in a file that was touched or replaced by a copy. */
export async function hasContentOf(root: string, at: string, mark: ClaimMark): Promise<boolean> {
  const facts = await lstat(at, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  const file = facts && toReadyFile(at, facts);
  if (!file) return false;
  return file.stamp === mark.version || (await markFile(root, mark.folderId, file))?.sha256 === mark.sha256;
}

/** True if a path has the file with that id; see `fileIdOf`. */
export async function isFile(at: string, fileId: string): Promise<boolean> {
  const facts = await lstat(at, { bigint: true }).catch(() => null);
  return facts?.isFile() === true && fileIdOf(facts) === fileId;
}

/** Null: the path leads to no file itself. */
async function findVersion(filePath: string): Promise<string | null> {
  const facts = await lstat(filePath, { bigint: true }).catch(() => null);
  return facts && (toReadyFile(filePath, facts)?.version ?? null);
}

async function hashVersion({ path: at, bytes }: ReadyFile): Promise<{ sha256: string; version: string | undefined }> {
  const handle = await openRegularFile(at);
  try {
    const hash = createHash('sha256');
    const content = handle.createReadStream({ autoClose: false, start: 0, end: bytes - 1, highWaterMark: CHUNK_BYTES });
    for await (const chunk of content) hash.update(chunk as Buffer);
    return {
      sha256: hash.digest('hex'),
      version: toReadyFile(at, await handle.stat({ bigint: true }))?.version,
    };
  } finally {
    await handle.close();
  }
}

/** The source of a job; reads the text of a prompt. Throws AppError naming the file. */
export async function toNewSource(
  { name }: Pick<ReadyUnit, 'name'>,
  marked: readonly MarkedFile[],
): Promise<NewSource> {
  const files = marked.map(({ file, mark }): NewSourceFile => ({ path: file.path, bytes: file.bytes, taken: mark }));
  const [first] = files as [NewSourceFile];
  const kind = sourceKindOf(first.path);
  if (marked.length > 1) {
    return { kind: 'views', name, views: files.map((file, at) => ({ ...file, slot: marked[at]?.slot as ViewSlot })) };
  }
  if (kind === null) throw new AppError('unsupported_file', '', { subject: path.basename(first.path) });
  if (kind !== 'prompt') return { kind, ...first };
  const base = path.basename(first.path);
  return { kind, name: base, prompt: await readPrompt(first.path, base, first.taken?.sha256), file: first };
}

/** The sidecar of a source; null: none. Throws `sidecar_wrong`. */
export async function findSidecar(file: string): Promise<{ sidecar: Sidecar; name: string } | null> {
  const at = sidecarOf(file);
  const name = path.basename(at);
  const text = await readShort(at, name);
  if (text === null) return null;
  const read = parseSidecar(text);
  if (!read.ok) throw wrong(name, read.problem);
  return { sidecar: read.value, name };
}

/** The recipes for one source, with the options of its sidecar. Throws `sidecar_wrong`, or if they do not accept such a source. */
export function recipeFor(
  set: RecipeSet,
  source: NewSource,
  found: { readonly sidecar: Sidecar; readonly name: string } | null,
  context: RecipeContext,
): RecipeSet {
  assertAcceptsSource(set, source);
  const recipe = set[source.kind];
  if (!found || !recipe) return set;
  const changed = applySidecar(recipe, found.sidecar, context);
  if (!changed.ok) throw wrong(found.name, changed.problem);
  return { [source.kind]: changed.value };
}

async function readShort(file: string, name: string): Promise<string | null> {
  try {
    const facts = await lstat(file);
    if (!facts.isFile()) return null;
    const { text, bytes } = await readSmallFile(file, MAX_SIDECAR_LENGTH);
    if (bytes > MAX_SIDECAR_LENGTH) throw wrong(name, message('sidecar.too-long'));
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw toSourceError(error, name);
  }
}

function wrong(subject: string, detail: MessageOrText): AppError {
  return new AppError('sidecar_wrong', detail, { subject });
}
