import type { Job } from '../../../src-shared/jobs/job.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** The part of a job that is searched. */
export type SearchableJob = Pick<Job, 'name' | 'recipe' | 'tags' | 'steps'>;

/** What is searched of a job, worked out once: a list may hold many thousands, and every letter typed asks them all. */
const texts = new WeakMap<SearchableJob, string>();

/**
 * Tells jobs that fit a search: every word of it is in the name, the recipe as `titleOf` calls it, tags or task ids; case
 * and accents do not matter.
 * All fit an empty one.
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
