import { AppError } from '../../../../src-shared/base/errors.ts';
import type { Queue } from '../../../queue/queue.ts';
import { maskControlCharacters } from '../output/mask-control-characters.ts';

/** Minimum length of a shortened id. */
const MIN_ID_LENGTH = 4;

/** Finds jobs by their ids, which may be shortened; throws `not_found`. */
export function findJobIds(queue: Pick<Queue, 'records'>, words: readonly string[]): string[] {
  return words.map((word) => findJobId(queue, word));
}

/** Finds jobs in the trash, as `findJobIds` does in the queue. */
export function findTrashedIds({ trash }: Pick<Queue, 'trash'>, words: readonly string[]): string[] {
  return words.map((word) => findJobId(trash, word, 'No job in the trash has the id'));
}

/** Finds a job by its id, or by the beginning of its id if it is unique; throws `not_found`. */
export function findJobId(queue: Pick<Queue, 'records'>, word: string, missing = 'No job has the id'): string {
  const ids = queue.records().map(({ id }) => id);
  if (ids.includes(word)) return word;
  const matches = word.length < MIN_ID_LENGTH ? [] : ids.filter((id) => id.startsWith(word));
  if (matches.length === 1) return matches[0] as string;
  const why = matches.length > 1 ? 'Several job ids begin with' : missing;
  throw new AppError('not_found', `${why} “${maskControlCharacters(word)}”.`);
}
