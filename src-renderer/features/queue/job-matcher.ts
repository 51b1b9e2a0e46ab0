import type { Job } from '../../../src-shared/jobs/job.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** Properties of a job that are searched. */
export type SearchableJob = Pick<Job, 'name' | 'recipe' | 'tags' | 'steps'>;

/** Cached search text: with many thousands of jobs, every keystroke tests them all. */
const texts = new WeakMap<SearchableJob, string>();

/**
 * Creates a predicate for a search: every word must occur in the name, the recipe's title (`titleOf`), the tags or the
 * task ids. Case and accents are ignored. An empty search matches all jobs.
 */
export function createJobMatcher(
  search: string,
  titleOf: (recipe: string) => string = TEXTS.recipes.byId,
): (job: SearchableJob) => boolean {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const titles = new Map<string, string>();
  const foldedTitle = (recipe: string): string => {
    const known = titles.get(recipe) ?? fold(titleOf(recipe));
    titles.set(recipe, known);
    return known;
  };
  return (job) => words.every((word) => textOf(job).includes(word) || foldedTitle(job.recipe).includes(word));
}

function textOf(job: SearchableJob): string {
  const known = texts.get(job);
  if (known !== undefined) return known;
  const text = fold([job.name, job.recipe, ...job.tags, ...job.steps.map(({ taskId }) => taskId ?? '')].join('\n'));
  texts.set(job, text);
  return text;
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
