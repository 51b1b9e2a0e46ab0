import { lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError, toErrorInfo, type ErrorInfo } from '../../src-shared/base/errors.ts';
import { sourceKindOf } from '../../src-shared/formats/formats.ts';
import { groupViews, type FileLocation } from '../../src-shared/sources/group-views.ts';
import { toSourceError } from './disk-error.ts';
import { readPrompt } from './read-prompt.ts';
import { toViewsSource, type SourceFileEntry, type SourceFiles } from './source-files.ts';

/** More files than this in one drop are probably a mistake. */
const MAX_FILES = 20_000;
const DEEPEST_FOLDER = 32;

/**
 * Collects sources from the user's input: files as they are, folders with all their contents. Images whose names
 * mark them as views of one object become one source. Inside folders, hidden files, links, plain texts and unsupported
 * files are skipped silently; an unsupported path in the input itself is rejected with a message.
 */
export async function collectSources(
  given: readonly { readonly path: string; readonly name?: string }[],
): Promise<{ sources: SourceFiles[]; refused: ErrorInfo[] }> {
  const files: SourceFileEntry[] = [];
  const sources: SourceFiles[] = [];
  const refused: ErrorInfo[] = [];
  const refuse = (error: unknown, name: string): void => void refused.push(toErrorInfo(toSourceError(error, name)));
  for (const { path: at, name = path.basename(at) } of given) {
    try {
      const facts = await stat(at);
      if (facts.isDirectory()) await takeFolder(at, name, files);
      else if (facts.isFile() && sourceKindOf(name)) files.push({ path: path.resolve(at), name, bytes: facts.size });
      else throw new AppError('unsupported_file', '', { subject: name });
    } catch (error) {
      refuse(error, name);
    }
  }
  for (const group of groupViews(files, placeOf)) {
    if (group.kind === 'views') sources.push(toViewsSource(group.name, group.views));
    else
      await toSource(group.file).then(sources.push.bind(sources), (error: unknown) => refuse(error, group.file.name));
  }
  return { sources, refused };
}

/** Only images can be views; models and texts with such names are separate sources. */
function placeOf({ path: at, name }: SourceFileEntry): FileLocation {
  const folder = path.dirname(at);
  return { folder, folderName: path.basename(folder), name: sourceKindOf(name) === 'picture' ? name : '' };
}

async function toSource(file: SourceFileEntry): Promise<SourceFiles> {
  const kind = sourceKindOf(file.name);
  switch (kind) {
    case null:
      throw new AppError('unsupported_file', '', { subject: file.name });
    case 'prompt':
      return { kind, name: file.name, bytes: file.bytes, prompt: await readPrompt(file.path, file.name), file };
    default:
      return { kind, ...file };
  }
}

async function takeFolder(folder: string, name: string, files: SourceFileEntry[]): Promise<void> {
  const before = files.length;
  await walk(folder, 0, files);
  if (files.length === before) throw new AppError('folder_without_pictures', '', { subject: name });
}

async function walk(folder: string, depth: number, files: SourceFileEntry[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  for (const entry of entries) {
    if (files.length >= MAX_FILES) return;
    if (entry.name.startsWith('.')) continue;
    const at = path.join(folder, entry.name);
    if (entry.isDirectory() && depth < DEEPEST_FOLDER) await walk(at, depth + 1, files);
    else if (entry.isFile() && isMeant(entry.name)) {
      const facts = await lstat(at).catch(() => null);
      if (facts) files.push({ path: path.resolve(at), name: entry.name, bytes: facts.size });
    }
  }
}

/** A plain text in a folder of images is more likely a note than a prompt. */
function isMeant(name: string): boolean {
  return sourceKindOf(name) !== null && !/\.txt$/i.test(name);
}
