import type { Job } from '../../src-shared/job.ts';
import { currentLanguage } from './words/language.ts';
import { TEXTS } from './words/texts.ts';

/** The part of a job that is searched. */
export type Searched = Pick<Job, 'name' | 'recipe' | 'tags' | 'steps'>;

/** What is searched of a job in each language, worked out once: a list may hold many thousands, and every letter typed asks them all. */
const texts = { en: new WeakMap<Searched, string>(), zh: new WeakMap<Searched, string>() };

/**
 * Tells jobs that fit a search: every word of it is in the name, the recipe as it is shown, tags or task ids; case and
 * accents do not matter.
 * All fit an empty one.
 */
export function searchFor(search: string): (job: Searched) => boolean {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return (job) => words.every((word) => textOf(job).includes(word));
}

function textOf(job: Searched): string {
  const { [currentLanguage()]: held } = texts;
  const known = held.get(job);
  if (known !== undefined) return known;
  const title = TEXTS.recipes.byId(job.recipe);
  const text = fold(
    [job.name, job.recipe, title, ...job.tags, ...job.steps.map(({ taskId }) => taskId ?? '')].join('\n'),
  );
  held.set(job, text);
  return text;
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
