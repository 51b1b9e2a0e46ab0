import type { KnownJobs } from '../job-list/job-memory.ts';
import { jobKey } from '../store/job-keys.ts';
import { listSourcePaths } from '../../pipeline/job-record.ts';
import type { Trash } from './trash.ts';

interface Places {
  readonly known: Pick<KnownJobs, 'recent' | 'older'>;
  readonly trash: Pick<Trash, 'records'>;
}

/** Returns a function that says if a file is a source of a job, in the trash or not; the jobs of this time count. */
export function createSourceFinder({ known, trash }: Places): (file: string) => boolean {
  let inMemory: ReadonlySet<string> | null = null;
  return (file) => {
    inMemory ??= new Set(
      [...known.recent(), ...trash.records()].flatMap(({ sources }) => sources.flatMap(listSourcePaths)),
    );
    if (inMemory.has(file)) return true;
    for (const _ of known.older(jobKey.source(file))) return true;
    return false;
  };
}
