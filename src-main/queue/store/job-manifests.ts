import { messageOrTextSchema } from '../../../src-shared/api/messages/message-schema.ts';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ARCHIVE_FOLDERS } from '../../../src-shared/hot-folders/hot-folder.ts';
import { toCurrentRecord, type JobRecord, type SourceFile } from '../../pipeline/job-record.ts';
import { withoutReferenceTokens } from '../../pipeline/steps/upload-references.ts';
import { toJobView } from '../job-list/job-view.ts';
import { readSmallFileSync } from '../../base/files/small-file.ts';
import { log } from '../../base/log/log.ts';
import { SQLITE, sqliteCode } from '../../base/sqlite/sqlite-errors.ts';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';

/** File name of a job's manifest in its library folder; it is written when the job is done. */
export const MANIFEST = 'manifest.json';

const MAX_MANIFEST_BYTES = 4 * 1024 ** 2;

/** The manifest of a finished job, stored beside its files: its view and everything needed to restore it to a queue. */
export function toManifest(record: JobRecord): string {
  const sources = record.sources.map((source) => ({ ...source, token: null }));
  const kept = { ...withoutReferenceTokens(record), sources };
  return JSON.stringify({ ...toJobView(record, 1), record: kept }, null, 2);
}

const restorableSource = z.looseObject({
  name: z.string(),
  path: z.string(),
  taken: z.looseObject({ place: z.string(), fileId: z.string() }).nullish(),
});

/** The fields of a record that must be valid for a queue to work with it. */
const restorable = z.looseObject({
  record: z
    .looseObject({
      id: z.string().min(1),
      name: z.string(),
      position: z.number(),
      status: z.literal('done'),
      step: z.int().min(0),
      steps: z.array(z.looseObject({ operation: z.string(), taskId: z.string().nullable() })).min(1),
      artifacts: z.array(z.looseObject({ id: z.string(), path: z.string(), sha256: z.string() })),
      notes: z.array(messageOrTextSchema),
      sources: z.array(restorableSource).optional(),
      /** Before there were several sources. */
      sourcePath: z.string().optional(),
    })
    .refine(({ sources, sourcePath }) => sources !== undefined || sourcePath !== undefined),
});

/**
 * Finished jobs of a library, each once, in order; folders without a readable manifest are skipped. A copied folder has the
 * manifest of its original.
 */
export function readManifests(library: string): JobRecord[] {
  const found = new Map<string, JobRecord>();
  for (const name of listFolders(library)) {
    const record = readManifest(path.join(library, name, MANIFEST));
    if (record && (name === record.id || !found.has(record.id))) found.set(record.id, record);
  }
  return [...found.values()].sort((one, other) => one.position - other.position);
}

/** Writes values of a manifest to a database; false, and logged, if they are not valid there. Errors of the disk are thrown. */
export function isStored(id: string, write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    const code = sqliteCode(error);
    if (code !== null && code !== SQLITE.CONSTRAINT && code !== SQLITE.MISMATCH) throw error;
    log.warn('queue', `The manifest of job ${id} has values that cannot be restored`, error);
    return false;
  }
}

/** The finished job in the manifest of its folder in a library; null: there is none, or it is damaged. */
export function findManifest(library: string, id: string): JobRecord | null {
  const record = readManifest(path.join(library, id, MANIFEST));
  return record?.id === id ? record : null;
}

/** True if a folder of a library has a manifest, readable or not. */
export function hasManifest(library: string): boolean {
  return listFolders(library).some((name) => existsSync(path.join(library, name, MANIFEST)));
}

function listFolders(library: string): string[] {
  try {
    return readdirSync(library);
  } catch {
    return [];
  }
}

function readManifest(filePath: string): JobRecord | null {
  const parsed = restorable.safeParse(readJson(filePath));
  if (!parsed.success) return null;
  const current = toCurrentRecord(parsed.data.record as unknown as JobRecord);
  return { ...current, sources: current.sources.map(whereItLies) };
}

function readJson(filePath: string): unknown {
  try {
    return parseBoundedJson(readSmallFileSync(filePath, MAX_MANIFEST_BYTES).text ?? '');
  } catch {
    return null;
  }
}

/** The current path of a source: the manifest is written before the sources are archived in their hot folder. */
function whereItLies(source: SourceFile): SourceFile {
  const { path: at, taken } = source;
  if (!taken) return source;
  const root = path.resolve(at, ...taken.place.split('/').map(() => '..'));
  const inside = path.relative(root, at);
  // A claim has the normal form of the name.
  if (inside.split(path.sep).join('/').normalize('NFC') !== taken.place) return source;
  const moved = path.join(root, ARCHIVE_FOLDERS.done, inside);
  return isFileWithId(moved, taken.fileId) ? { ...source, path: moved } : source;
}

function isFileWithId(filePath: string, fileId: string): boolean {
  try {
    const facts = lstatSync(filePath, { bigint: true });
    return facts.isFile() && `${facts.ino}:${facts.birthtimeNs}` === fileId;
  } catch {
    // Missing, or no valid path.
    return false;
  }
}
