import { AppError } from '../../../../src-shared/base/errors.ts';
import type { Queue } from '../../../queue/queue.ts';
import { maskControlCharacters } from '../output/mask-control-characters.ts';

/** Fewest characters of an id that may stand for it. */
const MIN_ID_LENGTH = 4;

/** The ids of the jobs a person named, at least one; throws `config_invalid` or `not_found`. */
export function requireJobIds(queue: Pick<Queue, 'records'>, words: readonly string[]): string[] {
  if (words.length > 0) return findJobIds(queue, words);
  throw new AppError('config_invalid', 'Name at least one job that “queue list” shows.', { subject: 'queue' });
}

/** The ids of the jobs a person named; throws `not_found`. */
export function findJobIds(queue: Pick<Queue, 'records'>, words: readonly string[]): string[] {
  return words.map((word) => findJobId(queue, word));
}

/** The id a word stands for: whole, or its beginning where only one job's begins so; throws `not_found`. */
export function findJobId(queue: Pick<Queue, 'records'>, word: string): string {
  const ids = queue.records().map(({ id }) => id);
  if (ids.includes(word)) return word;
  const alike = word.length < MIN_ID_LENGTH ? [] : ids.filter((id) => id.startsWith(word));
  if (alike.length === 1) return alike[0] as string;
  const why = alike.length > 1 ? 'More than one job’s id begins with' : 'No job has the id';
  throw new AppError('not_found', `${why} “${maskControlCharacters(word)}”.`);
}
