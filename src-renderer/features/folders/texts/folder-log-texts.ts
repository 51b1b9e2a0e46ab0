import { pluralize } from '../../../app/language/pluralize.ts';

/** Texts for hot folder events and the contents of the output folder. */
export const FOLDER_LOG_TEXTS = {
  title: 'Activity',
  which: 'Hot folder',
  all: 'All hot folders',
  problems: 'Problems only',
  list: 'Hot folder activity, newest first',
  none: 'No activity yet.',
  noProblems: 'No problems.',
  line: (folder: string, words: string) => `${folder}: ${words}`,
  events: {
    job_created: (name: string, files: number) =>
      files > 1 ? `${name}, ${pluralize(files, 'file')}: added as one job` : `${name}: added`,
    known: (name: string) => `${name} was already processed and was skipped`,
    failed: (name: string, why: string) => `${name} failed. ${why}`,
    archived: (name: string, path: string, more: number) =>
      `${name} moved to ${path}${more > 0 ? ` with ${more} more` : ''}`,
    asked: (jobs: number, total: string) =>
      `${pluralize(jobs, 'job')} ${jobs === 1 ? 'needs' : 'need'} confirmation: ${total}`,
  },
  goTo: (name: string) => `Show the job of ${name}`,
  exported: 'Output folder',
  assets: 'Models in the output folder, newest first',
  empty: 'Finished models are saved here, each in its own folder, and sent to your 3D programs.',
  yours: 'added by you',
  more: (count: number) => `${pluralize(count, 'older model')} in the gallery`,
  chip: (program: string, words: string) => `${program}: ${words}`,
} as const;
