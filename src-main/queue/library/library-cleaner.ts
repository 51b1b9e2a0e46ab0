import path from 'node:path';
import { statfs } from 'node:fs/promises';
import type { LibraryCleanup, LibraryUsage } from '../../../src-shared/ipc/calls/library-calls.ts';
import { writeFileDurably } from '../../base/files/durable-file.ts';
import { hashFile } from '../../base/files/hash-file.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import type { QueueParts } from '../queue-parts.ts';
import { MANIFEST, toManifest } from '../store/job-manifests.ts';
import { findDuplicateFiles, type DuplicateGroup } from './find-duplicate-files.ts';
import type { ImageCleaner } from './image-cleaner.ts';
import { libraryBytesOf } from './library-bytes.ts';
import { findSharedFiles, isShared, isUsedBy, type SharedFiles } from './shared-files.ts';
import type { Trash } from './trash.ts';

/** Maximum number of jobs whose files are checked in parallel. */
const LOOKS_AT_ONCE = 16;

/** Size of the library, and what can be removed from it. */
export interface LibraryCleaner {
  usage(): Promise<LibraryUsage>;
  /** Bytes of the files of all jobs, as recorded; the trash does not count. */
  bytes(): Promise<number>;
  /**
   * Removes library files that also exist in the output folder, after reading both to compare them, for the jobs of
   * some recipes or of all. The job then uses the exported file; this is saved before anything is removed. Files that
   * another job uses stay. Also removes images that nothing has referred to for a day, unless turned off.
   */
  clean(wanted?: CleanOptions): Promise<LibraryCleanup>;
}

/** What to remove; absent: everything removable. */
interface CleanOptions {
  readonly recipes?: readonly string[];
  readonly pictures?: boolean;
}

type KeeperParts = Pick<QueueParts, 'list' | 'system' | 'jobFolder' | 'abortOf'> & {
  readonly pictures: ImageCleaner;
  readonly trash: Pick<Trash, 'totals' | 'records'>;
};

/** Creates the cleaner for the library of a queue. */
export function createLibraryCleaner(parts: KeeperParts): LibraryCleaner {
  const { list, system, jobFolder, abortOf, pictures, trash } = parts;
  const { disk } = system;
  const findShared = () => findSharedFiles({ list, trashed: trash.records }, path.dirname(jobFolder('any')));
  const findAll = async (records: readonly JobRecord[], shared: SharedFiles): Promise<DuplicateGroup[]> => {
    const found: DuplicateGroup[] = [];
    for (let at = 0; at < records.length; at += LOOKS_AT_ONCE) {
      const some = records.slice(at, at + LOOKS_AT_ONCE);
      found.push(
        ...(await Promise.all(some.map((record) => findDuplicateFiles(record, jobFolder(record.id), disk)))).flat(),
      );
    }
    return found.filter(({ job, files }) => !isShared(libraryFilesOf(files), shared.get(job.id)));
  };

  return {
    usage: async () => {
      const byRecipe = new Map<string, { jobs: number; bytes: number; freeable: { files: number; bytes: number } }>();
      const shared = await findShared();
      for await (const records of list.pages()) {
        for (const record of records) {
          const bytes = libraryBytesOf(record, jobFolder(record.id));
          if (bytes === 0) continue;
          const sum = byRecipe.get(record.recipe) ?? { jobs: 0, bytes: 0, freeable: { files: 0, bytes: 0 } };
          byRecipe.set(record.recipe, { ...sum, jobs: sum.jobs + 1, bytes: sum.bytes + bytes });
        }
        for (const { job, files, bytes } of await findAll(records, shared)) {
          const sum = byRecipe.get(job.recipe);
          if (!sum) continue;
          sum.freeable.files += files.length;
          sum.freeable.bytes += bytes;
        }
      }
      const recipes = [...byRecipe]
        .map(([recipe, sums]) => ({ recipe, ...sums }))
        .sort((one, other) => other.bytes - one.bytes);
      const kept = await pictures.measure();
      const trashed = trash.totals();
      return {
        bytes: recipes.reduce((sum, { bytes }) => sum + bytes, kept.bytes + trashed.bytes),
        pictures: kept,
        trash: trashed,
        freeBytes: await freeBytesOf(path.dirname(jobFolder('any'))),
        freeable: {
          files: recipes.reduce((sum, { freeable }) => sum + freeable.files, kept.freeable.files),
          bytes: recipes.reduce((sum, { freeable }) => sum + freeable.bytes, kept.freeable.bytes),
        },
        recipes,
      };
    },
    bytes: async () => {
      let bytes = 0;
      for await (const records of list.pages())
        bytes += records.reduce((sum, record) => sum + libraryBytesOf(record, jobFolder(record.id)), 0);
      return bytes;
    },
    clean: async ({ recipes, pictures: includesImages = true } = {}) => {
      // Images first: if they cannot be removed, nothing is, and the error is reported.
      const gone = includesImages ? await pictures.clean() : { files: 0, bytes: 0 };
      const cleaned = { ...gone, kept: 0 };
      const shared = await findShared();
      for await (const records of list.pages()) {
        const wanted = records.filter(({ recipe }) => recipes?.includes(recipe) ?? true);
        for (const double of await findAll(wanted, shared)) {
          const { artifact, job, files, bytes } = double;
          if (!(await isSame(double))) {
            cleaned.kept += files.length;
            continue;
          }
          if (!(await letGo(job.id, artifact.id, double))) continue;
          cleaned.files += files.length;
          cleaned.bytes += bytes;
        }
      }
      return cleaned;
    },
  };

  /** Reads both copies, because either may have changed since the export. */
  async function isSame({ artifact, files }: DuplicateGroup): Promise<boolean> {
    for (const [index, { library, exported }] of files.entries()) {
      const other = await hashFile(exported, disk).catch(() => null);
      const own = index === 0 ? { sha256: artifact.sha256 } : await hashFile(library, disk).catch(() => null);
      if (!own || !other || own.sha256 !== other.sha256) return false;
    }
    return true;
  }

  /** Reads the jobs again: this one may have been removed or started, or another added, while its files were read. */
  async function letGo(id: string, artifactId: string, { artifact: seen, files }: DuplicateGroup): Promise<boolean> {
    const record = list.get(id);
    const artifact = record?.artifacts.find((each) => each.id === artifactId);
    if (record?.status !== 'done' || abortOf(id) !== null || !artifact) return false;
    if (artifact.path !== seen.path || artifact.exportedPath !== seen.exportedPath || !artifact.exportedPath)
      return false;
    const others = [...list.recent(), ...trash.records()].filter((other) => other.id !== id);
    if (isUsedBy(others, libraryFilesOf(files))) return false;
    const { exportedPath } = artifact;
    const place = { path: exportedPath, bundle: artifact.bundle === null ? null : path.dirname(exportedPath) };
    const artifacts = record.artifacts.map((each) => (each.id === artifactId ? { ...each, ...place } : each));
    const kept = list.save({ ...record, artifacts });
    await writeFileDurably(path.join(jobFolder(id), MANIFEST), toManifest(kept), disk);
    for (const { library } of files) await disk.remove(library);
    return true;
  }
}

function libraryFilesOf(files: DuplicateGroup['files']): string[] {
  return files.map(({ library }) => library);
}

async function freeBytesOf(folder: string): Promise<number | null> {
  const facts = await statfs(folder).catch(() => null);
  return facts && facts.bavail * facts.bsize;
}
