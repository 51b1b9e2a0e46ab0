import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { sourceCalls } from '../../../src-shared/ipc/calls/source-calls.ts';
import type { Input, Output } from '../../../src-shared/ipc/contract.ts';
import { collectSources, type CheckFile } from '../../folders/collect-sources.ts';
import { toSourceError } from '../../folders/disk-error.ts';
import { toPromptSource, toViewsSource, type SourceFileEntry } from '../../folders/source-files.ts';
import type { IncomingFiles } from '../../folders/incoming-files.ts';
import { toPrompt } from '../../folders/read-prompt.ts';
import { copySample, listSamples } from '../../folders/samples.ts';
import type { JobRecord, SourceFile } from '../../pipeline/job-record.ts';
import { findDuplicates } from '../../queue/job-list/find-duplicates.ts';
import type { FileReader } from '../../readers/file-reader.ts';
import type { Queue } from '../../queue/queue.ts';
import type { ClaimedSource, ClaimedSources } from '../claimed-sources.ts';
import { getJob } from '../get-job.ts';
import { message } from '../../../src-shared/messages/message.ts';

interface Parts {
  readonly queue: Pick<Queue, 'known' | 'find'>;
  readonly reader: Pick<FileReader, 'read'>;
  readonly claimedSources: Pick<ClaimedSources, 'keep' | 'arrange' | 'entries'>;
  readonly incomingFiles: Pick<IncomingFiles, 'receive' | 'find'>;
  readonly samplesFolder: string;
  /** A file that the page uploaded, by its id; null in the window, where paths come from the preload. */
  readonly findUpload: ((id: string) => FilePath | null) | null;
}

interface FilePath {
  readonly path: string;
  readonly name?: string;
}

/** Handlers of the calls about sources that are not jobs yet. */
export function createSourceHandlers(parts: Parts): HandlersOf<typeof sourceCalls> {
  const { queue, reader, claimedSources, incomingFiles, samplesFolder, findUpload } = parts;
  const keepOne = (source: ClaimedSource): Output<'sources:describe'> => {
    const [kept] = claimedSources.keep([source]);
    return kept as NonNullable<typeof kept>;
  };
  const findFile = async (given: Input<'sources:take'>[number]): Promise<FilePath | null> => {
    if (typeof given === 'string') return findUpload ? findUpload(given) : { path: given };
    return incomingFiles.find(await incomingFiles.receive(given.name, Readable.from([Buffer.from(given.bytes)])));
  };

  return {
    'sources:take': async (given) => {
      const files = await Promise.all(given.map(findFile));
      const { sources, refused } = await collectSources(
        files.filter((file) => file !== null),
        toFileCheck(reader),
      );
      return { sources: claimedSources.keep(sources), refused };
    },
    'sources:arrange': async ({ name, pictures }) => claimedSources.arrange(name, pictures),
    'sources:compare': async ({ sourceIds }) => {
      // The source of a job is the same on purpose.
      const entries = claimedSources.entries(sourceIds).filter(([, { basedOn }]) => basedOn === undefined);
      const idOf = new Map(entries.map(([id, source]) => [source, id]));
      const duplicates = await findDuplicates([...idOf.keys()], queue.known);
      return [...duplicates].map(([source, of]) => ({
        id: idOf.get(source) as string,
        of:
          'steps' in of
            ? { kind: 'job' as const, id: of.id, name: of.name, status: of.status, recipe: of.recipe }
            : { kind: 'source' as const, id: idOf.get(of) as string },
      }));
    },
    'sources:describe': async ({ prompt }) => keepOne(toPromptSource(toPrompt(prompt, message('subject.description')))),
    'sources:ofJob': async ({ id }) => keepOne(await readJobSource(getJob(queue, id))),
    'samples:list': async () => (await listSamples(samplesFolder)).map(({ name, title }) => ({ name, title })),
    'samples:take': async ({ name }) => {
      const sample = (await listSamples(samplesFolder)).find((other) => other.name === name);
      if (!sample) throw new AppError('not_found', message('jobs.no-such-sample'));
      return { sources: claimedSources.keep([await copySample(sample)]), refused: [] };
    },
  };
}

/** Checks files in the reader processes. */
export function toFileCheck(reader: Pick<FileReader, 'read'>): CheckFile {
  return ({ path, name }, kind) => reader.read('check-source', { kind, path, subject: name });
}

/** The source of a job; throws AppError if it was imported from the service or a file is missing. */
async function readJobSource({ id, name, kind, sources, prompt, found }: JobRecord): Promise<ClaimedSource> {
  if (found) throw new AppError('not_found', message('jobs.source-unknown'));
  const basedOn = id;
  if (prompt !== undefined) return { ...toPromptSource(prompt), name, basedOn };
  const files = await Promise.all(sources.map(statFile));
  const [first] = files as [SourceFileEntry];
  if (kind !== 'views') return { kind: kind === 'model' ? 'model' : 'picture', ...first, basedOn };
  const views = files.flatMap((file, at) => {
    const slot = sources[at]?.slot ?? null;
    return slot === null ? [] : [{ slot, file }];
  });
  return { ...toViewsSource(name, views), basedOn };
}

async function statFile({ path, name, mask }: SourceFile): Promise<SourceFileEntry> {
  try {
    return { path, name, bytes: (await stat(path)).size, ...(mask && { mask }) };
  } catch (error) {
    throw toSourceError(error, name);
  }
}
