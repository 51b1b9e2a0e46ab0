import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError, toErrorInfo, type ErrorInfo } from '../../src-shared/base/errors.ts';
import { engineMessage } from '../../src-shared/api/messages/engine/engine-message.ts';
import { message, type MessageOrText } from '../../src-shared/messages/message.ts';
import type { PixelSize } from '../../src-shared/sources/pixel-size.ts';
import { isFolderSource, sourceKindOf } from '../../src-shared/formats/formats.ts';
import { groupViews, type FileLocation } from '../../src-shared/sources/group-views.ts';
import { toSourceError } from './disk-error.ts';
import { readPrompt } from './read-prompt.ts';
import { toViewsSource, type SourceFileEntry, type SourceFiles } from './source-files.ts';

/** More files than this in one drop are probably a mistake. */
const MAX_FILES = 20_000;
const DEEPEST_FOLDER = 32;
/** Leaves the readers free for running jobs in between. */
const CHECKS_AT_ONCE = 2;

/** Checks a file by its content; throws AppError if it cannot be used. */
export type CheckFile = (
  file: SourceFileEntry,
  kind: 'picture' | 'model',
) => Promise<{ readonly pixels: PixelSize | null }>;

/**
 * Collects sources from the user's input: files as they are, folders with all their contents. Images whose names
 * mark them as views of one object become one source. Inside folders, hidden files, links, plain texts and unsupported
 * files are skipped silently; an unsupported path in the input itself is rejected with a message. Images and models that
 * fail `check` are rejected before they are grouped.
 */
export async function collectSources(
  given: readonly { readonly path: string; readonly name?: string }[],
  check: CheckFile = () => Promise.resolve({ pixels: null }),
): Promise<{ sources: SourceFiles[]; refused: ErrorInfo[] }> {
  const files: SourceFileEntry[] = [];
  const sources: SourceFiles[] = [];
  const refused: ErrorInfo[] = [];
  const refuse = (error: unknown, name: string): void => void refused.push(toErrorInfo(toSourceError(error, name)));
  for (const { path: at, name = path.basename(at) } of given) {
    try {
      const facts = await stat(at);
      if (facts.isDirectory()) await takeFolder(at, name, files);
      else if (facts.isFile() && sourceKindOf(name))
        files.push({ path: await resolveLink(at), name, bytes: facts.size });
      else throw new AppError('unsupported_file', explainUnsupported(name), { subject: name });
    } catch (error) {
      refuse(error, name);
    }
  }
  const usable = await keepUsable(files, check, refuse);
  for (const group of groupViews(usable, placeOf)) {
    if (group.kind === 'views') sources.push(toViewsSource(group.name, group.views));
    else
      await toSource(group.file).then(sources.push.bind(sources), (error: unknown) => refuse(error, group.file.name));
  }
  return { sources, refused };
}

/**
 * Sources of several inputs, in their order: single images whose names mark them as views of one object become one source,
 * as within one input. `isFile`: false for a source that is not grouped.
 */
export function joinViews(
  sources: readonly SourceFiles[],
  isFile: (source: SourceFiles) => boolean = () => true,
): SourceFiles[] {
  const place = (source: SourceFiles): FileLocation =>
    source.kind === 'picture' && isFile(source) ? placeOf(source) : { folder: '', folderName: '', name: '' };
  return groupViews(sources, place).map((group) => {
    if (group.kind === 'single') return group.file;
    const views = group.views.map(({ slot, file }) => {
      const { kind: _, ...entry } = file as SourceFileEntry & { kind: 'picture' };
      return { slot, file: entry };
    });
    return toViewsSource(group.name, views);
  });
}

/** A link that is given leads to its file for good; one that takes the place of a file later is never followed. */
async function resolveLink(at: string): Promise<string> {
  return (await lstat(at)).isSymbolicLink() ? realpath(at) : path.resolve(at);
}

/** Checks all images and models, a few at a time, in their order; refuses those that cannot be used. */
async function keepUsable(
  files: readonly SourceFileEntry[],
  check: CheckFile,
  refuse: (error: unknown, name: string) => void,
): Promise<SourceFileEntry[]> {
  const usable: (SourceFileEntry | null)[] = files.map(() => null);
  const errors: unknown[] = [];
  const queue = files.entries();
  const worker = async (): Promise<void> => {
    for (const [index, file] of queue) {
      const kind = sourceKindOf(file.name);
      try {
        const pixels = kind === 'picture' || kind === 'model' ? (await check(file, kind)).pixels : null;
        usable[index] = pixels === null ? file : { ...file, pixels };
      } catch (error) {
        errors[index] = error;
      }
    }
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, worker));
  errors.forEach((error, index) => refuse(error, files[index]?.name ?? ''));
  return usable.filter((file) => file !== null);
}

/** Why a type of file that people expect to work is not supported; empty for others. */
function explainUnsupported(name: string): MessageOrText {
  if (/\.hei[cf]s?$/i.test(name)) return engineMessage('image-error.heic');
  return /\.(ply|splat)$/i.test(name) ? message('file.splats') : '';
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
    else if (entry.isFile() && isFolderSource(entry.name)) {
      const facts = await lstat(at).catch(() => null);
      if (facts) files.push({ path: path.resolve(at), name: entry.name, bytes: facts.size });
    }
  }
}
