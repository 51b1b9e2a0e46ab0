import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { listReferencedHashes } from '../../../src-shared/operations/image-reference.ts';
import { toDiskError } from '../../folders/disk-error.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import type { Disk } from '../../base/files/disk.ts';
import type { JobList } from '../job-list/job-list.ts';
import type { Trash } from './trash.ts';
import { readRecipeText } from '../recipes/read-recipe-text.ts';

/** Maximum number of jobs read without a pause; reading thousands at once would block the event loop. */
const READ_AT_ONCE = 200;

interface Places {
  readonly list: Pick<JobList, 'recent' | 'olderThan' | 'pages' | 'onRecord'>;
  readonly trash: Pick<Trash, 'records'>;
  readonly disk: Pick<Disk, 'list' | 'stat'>;
  /** Folder of the custom recipes. */
  readonly recipesFolder: string;
  /** The settings as text. */
  settingsText(): string;
}

/**
 * Finds the hashes of all images that a job in any state, a recipe or a setting references. The result reflects the jobs
 * at the time it resolves. Rejects if a recipe cannot be read, because its references are unknown.
 */
export function createReferencedImages({ list, trash, disk, recipesFolder, settingsText }: Places) {
  // A changed job has a new record object.
  const known = new WeakMap<JobRecord, readonly string[]>();
  /** Hashes that jobs named which are not in memory; one that no job names any more stays until the next start. */
  const older = new Set<string>();
  let readingOlder: Promise<void> | null = null;
  const all = (): JobRecord[] => [...list.recent(), ...trash.records()];

  const readRecipes = async (): Promise<string[]> => {
    if ((await disk.stat(recipesFolder)) === null) return [];
    const names = await disk.list(recipesFolder).catch((error: unknown) => {
      throw toDiskError(error, recipesFolder);
    });
    const texts = names.filter((name) => name.endsWith('.json')).map((name) => path.join(recipesFolder, name));
    return (await Promise.all(texts.map((file) => readRecipeText(file)))).flatMap(listReferencedHashes);
  };
  const addOlder = (record: JobRecord | undefined): void => {
    for (const hash of record ? hashesOf(record) : []) older.add(hash);
  };
  /** Reads the jobs that are not in memory once; from then on, every job that changes is added. */
  const readOlder = async (): Promise<void> => {
    list.onRecord((_, record) => addOlder(record));
    for await (const records of list.pages()) records.forEach(addOlder);
  };
  const readJobs = async (): Promise<void> => {
    for (;;) {
      const unread = all().filter((record) => !known.has(record));
      for (const record of unread.slice(0, READ_AT_ONCE)) known.set(record, hashesOf(record));
      if (unread.length <= READ_AT_ONCE) return;
      await nextTurn();
    }
  };

  return async (): Promise<ReadonlySet<string>> => {
    const named = [...(await readRecipes()), ...listReferencedHashes(settingsText())];
    if (list.olderThan(null, 1).length > 0) await (readingOlder ??= readOlder());
    await readJobs();
    return new Set([...named, ...older, ...all().flatMap((record) => known.get(record) ?? [])]);
  };
}

function hashesOf(record: JobRecord): readonly string[] {
  return listReferencedHashes(JSON.stringify(record));
}
