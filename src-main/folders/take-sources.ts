import { lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError, toErrorInfo, type ErrorInfo } from '../../src-shared/errors.ts';
import { sourceKindOf } from '../../src-shared/formats.ts';
import { toSourceError } from './disk-error.ts';

/** A file that may become a job; whether it really is what its name says shows when it is opened. */
export interface FoundSource {
  readonly path: string;
  readonly name: string;
  readonly kind: 'picture' | 'model';
  readonly bytes: number;
}

/** More files than this from one drop are surely a mistake. */
const MOST_FILES = 20_000;
const DEEPEST_FOLDER = 32;

/**
 * Looks at what the person gave: files as they are, folders with everything inside them. Inside folders hidden files,
 * links and other kinds of files are passed over in silence; what was named itself and cannot be used is refused with
 * a sentence.
 */
export async function takeSources(
  given: readonly { readonly path: string; readonly name?: string }[],
): Promise<{ sources: FoundSource[]; refused: ErrorInfo[] }> {
  const sources: FoundSource[] = [];
  const refused: ErrorInfo[] = [];
  for (const { path: at, name = path.basename(at) } of given) {
    try {
      const facts = await stat(at);
      if (facts.isDirectory()) await takeFolder(at, name, sources);
      else if (facts.isFile()) sources.push(takeFile(at, name, facts.size));
      else throw new AppError('unsupported_file', '', { subject: name });
    } catch (error) {
      refused.push(toErrorInfo(toSourceError(error, name)));
    }
  }
  return { sources, refused };
}

function takeFile(at: string, name: string, bytes: number): FoundSource {
  const kind = sourceKindOf(name);
  if (!kind) throw new AppError('unsupported_file', '', { subject: name });
  return { path: path.resolve(at), name, kind, bytes };
}

async function takeFolder(folder: string, name: string, sources: FoundSource[]): Promise<void> {
  const before = sources.length;
  await walk(folder, 0, sources);
  if (sources.length === before) throw new AppError('folder_without_pictures', '', { subject: name });
}

async function walk(folder: string, depth: number, sources: FoundSource[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  for (const entry of entries) {
    if (sources.length >= MOST_FILES) return;
    if (entry.name.startsWith('.')) continue;
    const at = path.join(folder, entry.name);
    if (entry.isDirectory() && depth < DEEPEST_FOLDER) await walk(at, depth + 1, sources);
    else if (entry.isFile() && sourceKindOf(entry.name)) {
      const facts = await lstat(at).catch(() => null);
      if (facts) sources.push(takeFile(at, entry.name, facts.size));
    }
  }
}
