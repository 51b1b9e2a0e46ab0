import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import type { ComparedJob, LibraryCleanup, LibraryUsage } from '../../../src-shared/ipc/calls/library-calls.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { shortenReferences } from '../../../src-shared/operations/image-reference.ts';
import { libraryLimitBytes } from '../../../src-shared/settings/settings.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import { chargedFor, isChargeUnconfirmed, toJobView } from '../../queue/job-list/job-view.ts';
import { compareJobs } from '../../queue/library/compare-jobs.ts';
import type { Queue } from '../../queue/queue.ts';
import { alignColumns, groupThousands } from './output/text-columns.ts';
import type { CommandResult } from './output/command-result.ts';
import { maskControlCharacters } from './output/mask-control-characters.ts';

/** `gallery usage`: how much of the disk the library takes, and what of it lies in the export folder as well. */
export async function showLibraryUsage({ library }: Pick<Queue, 'library'>): Promise<CommandResult> {
  const usage = await library.usage();
  return { data: usage, text: toUsageText(usage) };
}

/**
 * `gallery clean`: removes what the export folder has as well, and pictures that nothing names any more; without a yes it
 * only says what would go.
 */
export async function cleanLibrary({ library }: Pick<Queue, 'library'>, yes: boolean): Promise<CommandResult> {
  if (yes) {
    const cleaned = await library.clean();
    return { data: cleaned, text: toCleanedText(cleaned) };
  }
  const usage = await library.usage();
  const { files, bytes } = usage.freeable;
  if (files === 0) return { data: usage, text: 'Every file is the only copy or in use; nothing can go.\n' };
  const { freeable } = usage.pictures;
  const pictures =
    freeable.files === 0
      ? ''
      : `Of it ${sizeOf(freeable.bytes)} are pictures that no job, recipe or setting has named for a day.\n`;
  const text = `${sizeOf(bytes)} in ${files} files can go.\n${pictures}`;
  return { data: usage, text: `${text}With --yes they are compared with their exported copies, then removed.\n` };
}

/** `gallery limit [GB|none]`: the size of the library above which the app says so; it removes nothing by itself. */
export function limitLibrary(settings: Pick<AppSettings, 'get' | 'set'>, typed: string | undefined): CommandResult {
  if (typed !== undefined) settings.set({ libraryLimitBytes: typed === 'none' ? null : readGigabytes(typed) });
  const { libraryLimitBytes: limit } = settings.get();
  const text = limit === null ? 'The library has no limit.\n' : `Above ${sizeOf(limit)} the app says so.\n`;
  return { data: { limitBytes: limit }, text };
}

function readGigabytes(typed: string): number {
  const read = libraryLimitBytes.safeParse(
    /^\d{1,7}(\.\d{1,6})?$/.test(typed) ? Math.round(Number(typed) * 1e9) : null,
  );
  if (read.success && read.data !== null) return read.data;
  const detail = `“${maskControlCharacters(typed)}” is no number of gigabytes such as 20 or 0.5; “none” takes the limit away.`;
  throw new AppError('config_invalid', detail, { subject: 'gallery limit' });
}

/** `gallery compare`: two models side by side. */
export async function compareModels(queue: Pick<Queue, 'find'>, ids: readonly string[]): Promise<CommandResult> {
  const facts = await compareJobs(ids.flatMap((id) => queue.find(id) ?? []));
  const columns = facts.map((fact) => ({ fact, job: queue.find(fact.id) }));
  const row = (title: string, tell: (column: (typeof columns)[number]) => string): string[] => [
    title,
    ...columns.map((column) => maskControlCharacters(tell(column))),
  ];
  const rows = [
    row('', ({ job }) => job?.name ?? ''),
    row('recipe', ({ job }) => job?.recipe ?? ''),
    row('triangles', ({ fact: { model } }) => countOf(model?.triangles)),
    row('textures', ({ fact: { model } }) => countOf(model?.textures)),
    row('size, m', ({ fact: { model } }) => model?.dimensions?.map((length) => length.toFixed(3)).join(' x ') ?? '–'),
    row('file', ({ fact: { model } }) => (model ? sizeOf(model.bytes) : '–')),
    row('credits', ({ job }) =>
      job && (job.free || !isChargeUnconfirmed(job)) ? formatCredits(chargedFor(job)) : '–',
    ),
    row('seconds', ({ job }) => (job ? secondsOf(toJobView(job, 1).tookMs) : '–')),
    ...parameterRows(facts),
  ];
  return { data: { jobs: facts }, text: alignColumns(rows, []) };
}

/** Parameters that are not the same in all. */
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

function toUsageText({ bytes, freeBytes, freeable, pictures, recipes }: LibraryUsage): string {
  const rows = recipes.map(({ recipe, jobs, bytes: used, freeable: { bytes: free } }) => [
    maskControlCharacters(recipe),
    groupThousands(String(jobs)),
    sizeOf(used),
    free === 0 ? '–' : sizeOf(free),
  ]);
  const left = freeBytes === null ? '' : `; ${sizeOf(freeBytes)} are left on its disk`;
  const free = pictures.freeable.bytes === 0 ? '–' : sizeOf(pictures.freeable.bytes);
  const kept = pictures.bytes === 0 ? [] : [['pictures that steps follow', '', sizeOf(pictures.bytes), free]];
  const sum = ['total', '', sizeOf(bytes), sizeOf(freeable.bytes)];
  return `${alignColumns([['recipe', 'jobs', 'library', 'can go'], ...rows, ...kept, sum], [1, 2, 3])}The library holds ${sizeOf(bytes)}${left}.\n`;
}

function toCleanedText({ files, bytes, kept }: LibraryCleanup): string {
  const stays = kept === 0 ? '' : ` ${kept} stay, because the exported copy differs.`;
  return `${files} files left the library: ${sizeOf(bytes)}.${stays}\n`;
}

function countOf(count: number | null | undefined): string {
  return typeof count === 'number' ? groupThousands(String(count)) : '–';
}

function secondsOf(ms: number | null): string {
  return ms === null ? '–' : (ms / 1000).toFixed(1);
}

/** In powers of ten, as file managers count. */
function sizeOf(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(2)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
