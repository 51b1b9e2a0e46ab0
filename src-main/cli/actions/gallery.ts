import { hasGalleryResult } from '../../../src-shared/jobs/has-gallery-result.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { jobMarks, type JobMarks } from '../../../src-shared/jobs/job-marks.ts';
import { findDescendants } from '../../../src-shared/jobs/lineage.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { findJobId, findJobIds } from '../lib/input/find-job-ids.ts';
import { findCollection } from '../lib/input/find-collection.ts';
import { cleanLibrary, compareModels, limitLibrary, showLibraryUsage } from '../lib/library-actions.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { withHeadlessApp } from '../lib/open/open-headless-app.ts';
import { UsageError } from '../lib/usage-error.ts';

/** Which models `dropforge gallery list` shows. */
export interface GalleryFilter {
  readonly favorites: boolean;
  readonly tag: readonly string[];
  readonly collection: string | undefined;
  readonly madeFrom: string | undefined;
}

/** Options of `dropforge gallery mark`. */
export interface MarksInput {
  readonly favorite: 'yes' | 'no' | undefined;
  readonly cleared: 'yes' | 'no' | undefined;
  readonly tag: readonly string[];
  readonly untag: readonly string[];
}

/** Lists the generated models that match a filter. */
export async function listGallery(filter: GalleryFilter, { home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, async ({ queue }) => {
    const jobs: Job[] = [];
    for await (const page of queue.pages()) jobs.push(...page);
    jobs.sort((one, other) => one.position - other.position);
    const { madeFrom, collection } = filter;
    const inside = collection === undefined ? null : findCollection(queue, collection).id;
    const descendants = madeFrom === undefined ? null : findDescendants(findJobId(queue, madeFrom), jobs);
    const matches = (job: Job): boolean =>
      hasGalleryResult(job) &&
      fits(job, filter) &&
      (descendants?.has(job.id) ?? true) &&
      (inside === null || job.collections.includes(inside));
    return toResult(jobs.filter(matches));
  });
}

/** Marks models: favourite, tags, removed from the list of the queue. */
export async function markModels(
  words: readonly string[],
  input: MarksInput,
  { home }: CommandContext,
): Promise<CommandResult> {
  const marks = readMarks(input);
  return withHeadlessApp(home, ({ queue }) => {
    const ids = findJobIds(queue, words);
    queue.mark(ids, marks);
    return toResult(queue.views(ids));
  });
}

/** Compares two models. */
export async function compareGallery(one: string, other: string, { home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, ({ queue }) => compareModels(queue, findJobIds(queue, [one, other])));
}

/** Shows how much disk space the library takes. */
export async function showGalleryUsage({ home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, ({ queue }) => showLibraryUsage(queue));
}

/** Deletes files that the library does not need; without `yes` it only says which. */
export async function cleanGallery(yes: boolean, { home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, ({ queue }) => cleanLibrary(queue, yes));
}

/** Shows the size above which the app warns, or sets it. */
export async function limitGallery(size: string | undefined, { home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, ({ settings }) => limitLibrary(settings, size));
}

function fits({ favourite, tags }: Job, { favorites, tag }: GalleryFilter): boolean {
  return (favourite || !favorites) && tag.every((wanted) => tags.includes(wanted));
}

function readMarks({ favorite, cleared, tag, untag }: MarksInput): JobMarks {
  const marks = jobMarks.safeParse({
    ...(favorite === undefined ? {} : { favourite: favorite === 'yes' }),
    ...(cleared === undefined ? {} : { filed: cleared === 'yes' }),
    ...(tag.length > 0 ? { addTags: tag } : {}),
    ...(untag.length > 0 ? { removeTags: untag } : {}),
  });
  if (!marks.success) throw new UsageError('A tag has 1 to 40 characters.');
  if (Object.keys(marks.data).length === 0)
    throw new UsageError('Give at least one of --favorite, --cleared, --tag and --untag.');
  return marks.data;
}

function toResult(jobs: readonly Job[]): CommandResult {
  return { data: { jobs }, text: jobs.length === 0 ? 'No models.\n' : jobs.map(toLine).join('') };
}

function toLine({ id, name, recipe, favourite, tags, artifacts }: Job): string {
  const formats = artifacts.flatMap(({ format }) => format ?? []).join(',');
  const words = [id.slice(0, 8), favourite ? '★' : ' ', recipe, name, formats, tags.map((tag) => `#${tag}`).join(' ')];
  return `${maskControlCharacters(words.join('  ').trimEnd())}\n`;
}
