import { parseArgs } from 'node:util';
import { AppError } from '../../../src-shared/base/errors.ts';
import { hasGalleryResult } from '../../../src-shared/jobs/has-gallery-result.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { jobMarks, type JobMarks } from '../../../src-shared/jobs/job-marks.ts';
import { findDescendants } from '../../../src-shared/jobs/lineage.ts';
import type { Queue } from '../../queue/queue.ts';
import { resolveHome } from '../../settings/home.ts';
import { printResult, maskControlCharacters, type CommandResult } from '../lib/output/command-result.ts';
import { findJobId, findJobIds, requireJobIds } from '../lib/input/find-job-ids.ts';
import { cleanLibrary, compareModels, limitLibrary, showLibraryUsage } from '../lib/library-actions.ts';
import { openHeadlessApp } from '../lib/open/open-headless-app.ts';

const ACTS = ['list', 'mark', 'compare', 'usage', 'clean', 'limit'];

interface Wish {
  readonly favourites: boolean;
  readonly favourite?: string;
  readonly cleared?: string;
  readonly tag: readonly string[];
  readonly untag: readonly string[];
}

/** `dropforge gallery …`: what was made in a home, and what a person notes about it. */
export async function gallery(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      favourites: { type: 'boolean', default: false },
      favourite: { type: 'string' },
      cleared: { type: 'string' },
      tag: { type: 'string', multiple: true, default: [] },
      untag: { type: 'string', multiple: true, default: [] },
      'made-from': { type: 'string' },
      yes: { type: 'boolean', default: false },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [name = 'list', ...words] = positionals;
  return printResult(values.json, async () => {
    if (!ACTS.includes(name)) throw misuse(`There are ${ACTS.join(', ')}.`);
    const marks = name === 'mark' ? readMarks(values) : null;
    const { queue, settings, close } = await openHeadlessApp(resolveHome(values.home, process.env));
    try {
      if (name === 'usage') return await showLibraryUsage(queue);
      if (name === 'limit') return limitLibrary(settings, words[0]);
      if (name === 'clean') return await cleanLibrary(queue, values.yes);
      if (name === 'compare') return await compareModels(queue, readPair(queue, words));
      if (!marks) {
        const jobs = queue.list();
        const from = values['made-from'];
        const descended = from === undefined ? null : findDescendants(findJobId(queue, from), jobs);
        return toAnswer(
          jobs.filter((job) => hasGalleryResult(job) && isWanted(job, values) && (descended?.has(job.id) ?? true)),
        );
      }
      const ids = requireJobIds(queue, words);
      queue.mark(ids, marks);
      return toAnswer(queue.list().filter(({ id }) => ids.includes(id)));
    } finally {
      await close();
    }
  });
}

function readPair(queue: Pick<Queue, 'records'>, words: readonly string[]): string[] {
  if (words.length !== 2) throw misuse('Name the two models to compare.');
  return findJobIds(queue, words);
}

function isWanted({ favourite, tags }: Job, { favourites, tag }: Wish): boolean {
  return (favourite || !favourites) && tag.every((wanted) => tags.includes(wanted));
}

function readMarks({ favourite, cleared, tag, untag }: Wish): JobMarks {
  const marks = jobMarks.safeParse({
    ...(favourite === undefined ? {} : { favourite: readYes('favourite', favourite) }),
    ...(cleared === undefined ? {} : { filed: readYes('cleared', cleared) }),
    ...(tag.length > 0 ? { addTags: tag } : {}),
    ...(untag.length > 0 ? { removeTags: untag } : {}),
  });
  if (!marks.success) throw misuse('A tag has 1 to 40 characters.');
  if (Object.keys(marks.data).length === 0) throw misuse('Say --favourite, --cleared, --tag or --untag.');
  return marks.data;
}

function readYes(name: string, value: string): boolean {
  if (value === 'yes' || value === 'no') return value === 'yes';
  throw misuse(`Say --${name} yes or --${name} no.`);
}

function toAnswer(jobs: readonly Job[]): CommandResult {
  return { data: { jobs }, text: jobs.length === 0 ? 'Nothing fits.\n' : jobs.map(toLine).join('') };
}

function toLine({ id, name, recipe, favourite, tags, artifacts }: Job): string {
  const formats = artifacts.flatMap(({ format }) => format ?? []).join(',');
  const words = [id.slice(0, 8), favourite ? '★' : ' ', recipe, name, formats, tags.map((tag) => `#${tag}`).join(' ')];
  return `${maskControlCharacters(words.join('  ').trimEnd())}\n`;
}

function misuse(detail: string): AppError {
  return new AppError('config_invalid', detail, { subject: 'gallery' });
}
