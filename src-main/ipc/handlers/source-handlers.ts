import { stat } from 'node:fs/promises';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { Handlers } from '../../../src-shared/ipc/contract.ts';
import { toSourceError } from '../../folders/disk-error.ts';
import { toPromptSource, toViewsSource, type SourceFileEntry } from '../../folders/source-files.ts';
import { toPrompt } from '../../folders/read-prompt.ts';
import type { JobRecord, SourceFile } from '../../pipeline/job-record.ts';
import { findDuplicates } from '../../queue/job-list/find-duplicates.ts';
import type { Queue } from '../../queue/queue.ts';
import type { ClaimedSource, ClaimedSources } from '../claimed-sources.ts';
import { message } from '../../../src-shared/messages/message.ts';

type SourceCalls = 'queue:source' | 'sources:arrange' | 'sources:compare' | 'sources:describe' | 'sources:ofJob';

interface SourceParts {
  readonly queue: Pick<Queue, 'records' | 'find'>;
  readonly taken: ClaimedSources;
}

/** What a job is made of, beyond what its row holds, and what may become jobs. */
export function createSourceHandlers({ queue, taken }: SourceParts): Pick<Handlers, SourceCalls> {
  const find = (id: string): JobRecord => {
    const record = queue.find(id);
    if (!record) throw new AppError('not_found', message('jobs.not-in-queue'));
    return record;
  };
  return {
    'queue:source': async ({ id }) => {
      const record = find(id);
      return { views: record.sources.flatMap(({ slot }) => slot ?? []), prompt: record.prompt ?? null };
    },
    'sources:arrange': async ({ name, pictures }) => taken.arrange(name, pictures),
    'sources:compare': async ({ sourceIds }) => {
      // What is made of a job's own source is the same on purpose.
      const entries = taken.entries(sourceIds).filter(([, { basedOn }]) => basedOn === undefined);
      const idOf = new Map(entries.map(([id, source]) => [source, id]));
      const found = await findDuplicates([...idOf.keys()], queue.records());
      return [...found].map(([source, of]) => ({
        id: idOf.get(source) as string,
        of:
          'steps' in of
            ? { kind: 'job' as const, id: of.id, name: of.name, status: of.status, recipe: of.recipe }
            : { kind: 'source' as const, id: idOf.get(of) as string },
      }));
    },
    'sources:describe': async ({ prompt }) => {
      const [source] = taken.keep([toPromptSource(toPrompt(prompt, 'The description'))]);
      return source as NonNullable<typeof source>;
    },
    'sources:ofJob': async ({ id }) => {
      const [source] = taken.keep([await sourceOf(find(id))]);
      return source as NonNullable<typeof source>;
    },
  };
}

/** What a job was made of; throws AppError when it was found at the service, or a file is gone. */
async function sourceOf({ id, name, kind, sources, prompt, found }: JobRecord): Promise<ClaimedSource> {
  if (found) throw new AppError('not_found', message('jobs.source-unknown'));
  const basedOn = id;
  if (prompt !== undefined) return { ...toPromptSource(prompt), name, basedOn };
  const files = await Promise.all(sources.map(lookAt));
  const [first] = files as [SourceFileEntry];
  if (kind !== 'views') return { kind: kind === 'model' ? 'model' : 'picture', ...first, basedOn };
  const views = files.flatMap((file, at) => {
    const slot = sources[at]?.slot ?? null;
    return slot === null ? [] : [{ slot, file }];
  });
  return { ...toViewsSource(name, views), basedOn };
}

async function lookAt({ path, name }: SourceFile): Promise<SourceFileEntry> {
  try {
    return { path, name, bytes: (await stat(path)).size };
  } catch (error) {
    throw toSourceError(error, name);
  }
}
