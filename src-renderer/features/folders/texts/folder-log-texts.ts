import { countWords } from '../../../app/language/count-words.ts';

/** Words about what happened in hot folders, and about what lies in the export folder. */
export const FOLDER_LOG_TEXTS = {
  title: 'Log',
  which: 'Hot folder whose log is shown',
  all: 'All hot folders',
  problems: 'Problems only',
  list: 'What happened in hot folders, the newest first',
  none: 'Nothing happened yet. What is taken, left out or put away is written here.',
  noProblems: 'No problems.',
  line: (folder: string, words: string) => `${folder}: ${words}`,
  events: {
    taken: (name: string, files: number) =>
      files > 1 ? `${name}, ${countWords(files, 'file')}: one job` : `${name}: taken`,
    known: (name: string) => `${name} was taken before, left alone`,
    put_away: (name: string, place: string, more: number) =>
      `${name} lies in ${place}${more > 0 ? ` and ${more} more` : ''}`,
    asked: (jobs: number, total: string) =>
      `${countWords(jobs, 'job')} ${jobs === 1 ? 'waits' : 'wait'} for your yes: ${total}`,
  },
  goTo: (name: string) => `Show the job of ${name}`,
  exported: 'Export folder',
  lead: 'each asset appears whole',
  assets: 'Models in the export folder, the newest first',
  empty: 'Finished models appear here, each in a folder of its own, and go to the programs beside it.',
  yours: 'put there by you',
  more: (count: number) => `${countWords(count, 'older model')} in the gallery`,
  chip: (program: string, words: string) => `${program}: ${words}`,
} as const;
