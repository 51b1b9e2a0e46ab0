import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import type { ComparedJob, LibraryCleanup, LibraryUsage } from '../../../src-shared/ipc/calls/library-calls.ts';
import { shortenReferences } from '../../../src-shared/operations/image-reference.ts';
import { libraryLimitBytes } from '../../../src-shared/settings/settings.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import { chargedFor, isChargeUnconfirmed, isPaidInTest, toJobView } from '../../queue/job-list/job-view.ts';
import type { Queue } from '../../queue/queue.ts';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import { alignColumns } from './output/text-columns.ts';
import type { CommandResult } from './output/command-result.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { UsageError } from './usage-error.ts';

/** Reports the disk space of the library, and how much of it can be freed. */
export async function showLibraryUsage({ library }: Pick<Queue, 'library'>): Promise<CommandResult> {
  const usage = await library.usage();
  return { data: usage, text: toUsageText(usage) };
}

/**
 * Deletes library files with a copy in the output folder, and images that are no longer used. Without `yes` it only reports
 * how much would be deleted.
 */
export async function cleanLibrary({ library }: Pick<Queue, 'library'>, yes: boolean): Promise<CommandResult> {
  if (yes) {
    const cleaned = await library.clean();
    return { data: cleaned, text: toCleanedText(cleaned) };
  }
  const usage = await library.usage();
  const { files, bytes } = usage.freeable;
  if (files === 0) return { data: usage, text: 'Nothing to delete: every file is the only copy or in use.\n' };
  const { freeable } = usage.pictures;
  const images =
    freeable.files === 0
      ? ''
      : `This includes ${sizeOf(freeable.bytes)} of images that no job, recipe or setting has used for a day.\n`;
  const text = `${sizeOf(bytes)} in ${countFiles(files)} can be deleted.\n${images}`;
  return { data: usage, text: `${text}--yes compares them with their exported copies, then deletes them.\n` };
}

/** Shows or sets the library size above which the app warns; nothing is deleted automatically. */
export function limitLibrary(settings: Pick<AppSettings, 'get' | 'set'>, typed: string | undefined): CommandResult {
  if (typed !== undefined) settings.set({ libraryLimitBytes: typed === 'none' ? null : readGigabytes(typed) });
  const { libraryLimitBytes: limit } = settings.get();
  const text =
    limit === null ? 'The library has no limit.\n' : `The app warns when the library exceeds ${sizeOf(limit)}.\n`;
  return { data: { limitBytes: limit }, text };
}

function readGigabytes(typed: string): number {
  const read = libraryLimitBytes.safeParse(
    /^\d{1,7}(\.\d{1,6})?$/.test(typed) ? Math.round(Number(typed) * 1e9) : null,
  );
  if (read.success && read.data !== null) return read.data;
  throw new UsageError(
    `“${maskControlCharacters(typed)}” is not a number of gigabytes such as 20 or 0.5. Use “none” for no limit.`,
  );
}

/** Compares two models side by side. */
export async function compareModels(
  queue: Pick<Queue, 'find' | 'compare'>,
  ids: readonly string[],
): Promise<CommandResult> {
  const facts = await queue.compare(ids);
  const columns = facts.map((fact) => ({ fact, job: queue.find(fact.id) }));
  const row = (title: string, format: (column: (typeof columns)[number]) => string): string[] => [
    title,
    ...columns.map((column) => maskControlCharacters(format(column))),
  ];
  const rows = [
    row('', ({ job }) => job?.name ?? ''),
    row('recipe', ({ job }) => job?.recipe ?? ''),
    row('triangles', ({ fact: { model } }) => countOf(model?.triangles)),
    row('textures', ({ fact: { model } }) => countOf(model?.textures)),
    row('size, m', ({ fact: { model } }) => model?.dimensions?.map((length) => length.toFixed(3)).join(' x ') ?? '–'),
    row('file', ({ fact: { model } }) => (model ? sizeOf(model.bytes) : '–')),
    row('credits', ({ job }) => {
      if (!job || job.free) return job ? 'free' : '–';
      const words = groupThousands(formatCredits(chargedFor(job))) + (isPaidInTest(job) ? ' (test)' : '');
      return isChargeUnconfirmed(job) ? '–' : words;
    }),
    row('seconds', ({ job }) => (job ? secondsOf(toJobView(job, 1).tookMs) : '–')),
    ...parameterRows(facts),
  ];
  return { data: { jobs: facts }, text: alignColumns(rows, []) };
}

/** Parameters that differ between the jobs. */
function parameterRows(facts: readonly ComparedJob[]): string[][] {
  const values = facts.map(
    ({ steps }) =>
      new Map(
        steps.flatMap(({ operation, params }) =>
          params.map(
            ({ name, value }) =>
              [`${operation}.${name}`, maskControlCharacters(shortenReferences(JSON.stringify(value) ?? '–'))] as const,
          ),
        ),
      ),
  );
  return [...new Set(values.flatMap((each) => [...each.keys()]))].flatMap((key) => {
    const row = values.map((each) => each.get(key) ?? '–');
    return new Set(row).size === 1 ? [] : [[key, ...row]];
  });
}

function toUsageText({ bytes, freeBytes, freeable, pictures, recipes, trash }: LibraryUsage): string {
  const rows = recipes.map(({ recipe, jobs, bytes: used, freeable: { bytes: free } }) => [
    maskControlCharacters(recipe),
    groupThousands(String(jobs)),
    sizeOf(used),
    free === 0 ? '–' : sizeOf(free),
  ]);
  const left = freeBytes === null ? '' : `; ${sizeOf(freeBytes)} are free on its disk`;
  const free = pictures.freeable.bytes === 0 ? '–' : sizeOf(pictures.freeable.bytes);
  const kept = pictures.bytes === 0 ? [] : [['images used by steps', '', sizeOf(pictures.bytes), free]];
  const trashed = trash.jobs === 0 ? [] : [['trash', groupThousands(String(trash.jobs)), sizeOf(trash.bytes), '–']];
  const sum = ['total', '', sizeOf(bytes), sizeOf(freeable.bytes)];
  return `${alignColumns([['recipe', 'jobs', 'library', 'can be freed'], ...rows, ...kept, ...trashed, sum], [1, 2, 3])}The library holds ${sizeOf(bytes)}${left}.\n`;
}

function toCleanedText({ files, bytes, kept }: LibraryCleanup): string {
  const skipped = kept === 0 ? '' : ` Kept ${kept}, because the exported copy differs.`;
  return `Deleted ${countFiles(files)} from the library: ${sizeOf(bytes)}.${skipped}\n`;
}

function countOf(count: number | null | undefined): string {
  return typeof count === 'number' ? groupThousands(String(count)) : '–';
}

function secondsOf(ms: number | null): string {
  return ms === null ? '–' : (ms / 1000).toFixed(1);
}

function countFiles(count: number): string {
  return count === 1 ? '1 file' : `${groupThousands(String(count))} files`;
}

/** A size with decimal units. */
export function sizeOf(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(2)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
