import path from 'node:path';
import { hashFile } from '../../base/files/hash-file.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { systemDisk, type Disk } from '../../base/files/disk.ts';
import type { NewSourceFile, NewSource } from '../create-job-records.ts';
import { jobKey } from '../store/job-keys.ts';
import { byPosition, type KnownJobs } from './job-memory.ts';

/** Maximum number of jobs of one size that a source is compared with, newest first: each may require reading a file. */
const MAX_COMPARED = 20;

/** A file with the facts known before it is read. */
interface Known {
  readonly path: string;
  readonly sha256: string | null;
}

interface Candidate<T> {
  readonly of: T;
  readonly files: readonly Known[];
}

/**
 * Sources with the same content as a job that did not fail or as another source, each with its match. Of equal sources the
 * first is kept that is not named as a copy. Only files of equal size are read, unless a job's content hash is known; an
 * unreadable file matches none.
 */
export async function findDuplicates<S extends NewSource>(
  sources: readonly S[],
  { recent, older }: Pick<KnownJobs, 'recent' | 'older'>,
  disk: Disk = systemDisk,
): Promise<Map<S, JobRecord | S>> {
  const shapes = new Map<string, { jobs: JobRecord[]; readonly sources: Candidate<S>[] }>();
  for (const source of [...sources].sort((one, other) => Number(isCopy(one)) - Number(isCopy(other)))) {
    const shape = shapeOf(source);
    const alike = shapes.get(shape) ?? { jobs: [], sources: [] };
    shapes.set(shape, alike);
    alike.sources.push({ of: source, files: filesOf(source).map(({ path }) => ({ path, sha256: null })) });
  }
  for (const record of recent().toReversed()) {
    const alike = canEqual(record) && shapes.get(shapeOfJob(record));
    if (alike && alike.jobs.length < MAX_COMPARED) alike.jobs.push(record);
  }
  for (const [shape, alike] of shapes) {
    const key = keyOf(alike.sources[0]?.of);
    const further: JobRecord[] = [];
    for (const record of key === null ? [] : older(key)) {
      if (canEqual(record) && shapeOfJob(record) === shape) further.push(record);
      if (further.length === MAX_COMPARED) break;
    }
    alike.jobs = [...alike.jobs, ...further].sort((one, other) => byPosition(other, one)).slice(0, MAX_COMPARED);
  }
  const duplicates = new Map<S, JobRecord | S>();
  for (const alike of shapes.values()) {
    if (alike.sources.length + alike.jobs.length < 2) continue;
    const seen = new Map<string, JobRecord | S>();
    for (const { of, files } of [...alike.jobs.map(toCandidate), ...alike.sources]) {
      const content = await contentOf(files, disk);
      if (content === null) continue;
      const same = seen.get(content);
      if (same === undefined) seen.set(content, of);
      else if (!('steps' in of)) duplicates.set(of, same);
    }
  }
  return duplicates;
}

function canEqual({ found, status }: JobRecord): boolean {
  return !found && status !== 'failed' && status !== 'cancelled';
}

/** A key that all jobs have whose sources may equal this one. */
function keyOf(source: NewSource | undefined): string | null {
  if (source?.kind === 'prompt') return jobKey.prompt(source.prompt);
  const [file] = source ? filesOf(source) : [];
  return file ? jobKey.sourceBytes(file.bytes) : null;
}

function toCandidate(record: JobRecord): Candidate<JobRecord> {
  return { of: record, files: record.sources.map(toKnown) };
}

/** Ends of names that file managers give to copies: `fox copy 2`, `fox - Copy (2)`, `fox (1)`, `fox 副本`. */
const COPY_NAME = /(?:[ _-](?:copy|副本)(?: \(?\d{1,4}\)?)?|\(\d{1,4}\))$/iu;

function isCopy(source: NewSource): boolean {
  const name = source.kind === 'views' || source.kind === 'prompt' ? source.name : (source.name ?? source.path);
  return COPY_NAME.test(path.parse(name).name);
}

/** A key that equal sources share, computed without reading files: the prompt, or the sizes of the files by view. */
function shapeOf(source: NewSource): string {
  if (source.kind === 'prompt') return `prompt ${source.prompt}`;
  return `${source.kind} ${filesOf(source)
    .map(({ slot, bytes }) => `${slot ?? ''}:${bytes}`)
    .join(' ')}`;
}

function shapeOfJob({ kind, prompt, sources }: JobRecord): string {
  if (prompt !== undefined) return `prompt ${prompt}`;
  return `${kind} ${sources.map(({ slot, bytes }) => `${slot ?? ''}:${bytes}`).join(' ')}`;
}

function filesOf(source: NewSource): readonly (NewSourceFile & { readonly slot?: string })[] {
  if (source.kind === 'views') return source.views;
  return source.kind === 'prompt' ? [] : [source];
}

function toKnown({ path, token, taken }: JobRecord['sources'][number]): Known {
  return { path, sha256: token?.sha256 ?? taken?.sha256 ?? null };
}

/** A key of the contents of files; null if one cannot be read. */
async function contentOf(files: readonly Known[], disk: Disk): Promise<string | null> {
  const hashes = [];
  for (const { path, sha256 } of files) {
    const hash = sha256 ?? (await hashFile(path, disk).catch(() => null))?.sha256 ?? null;
    if (hash === null) return null;
    hashes.push(hash);
  }
  return hashes.join(' ');
}
