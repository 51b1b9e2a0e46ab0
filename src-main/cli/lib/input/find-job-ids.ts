import { AppError } from '../../../../src-shared/base/errors.ts';
import type { Queue } from '../../../queue/queue.ts';
import { maskControlCharacters } from '../../../base/mask-control-characters.ts';

/** Minimum length of a shortened id. */
const MIN_ID_LENGTH = 4;

/** Finds jobs by their ids, which may be shortened; throws `not_found`. */
export function findJobIds(queue: Pick<Queue, 'known'>, words: readonly string[]): string[] {
  return words.map((word) => findJobId(queue, word));
}

/** Finds jobs in the trash, as `findJobIds` does in the queue. */
export function findTrashedIds({ trash }: Pick<Queue, 'trash'>, words: readonly string[]): string[] {
  const ids = trash.records().map(({ id }) => id);
  const findIds = (start: string): string[] => ids.filter((id) => id.startsWith(start));
  return words.map((word) => pickId(word, findIds, 'No job in the trash has the id'));
}

/** Finds a job by its id, or by the beginning of its id if it is unique; throws `not_found`. */
export function findJobId({ known }: Pick<Queue, 'known'>, word: string): string {
  return pickId(word, known.findIds, 'No job has the id');
}

function pickId(word: string, findIds: (start: string) => readonly string[], missing: string): string {
  const ids = findIds(word);
  if (ids.includes(word)) return word;
  const matches = word.length < MIN_ID_LENGTH ? [] : ids;
  if (matches.length === 1) return matches[0] as string;
  const why = matches.length > 1 ? 'Several job ids begin with' : missing;
  throw new AppError('not_found', `${why} “${maskControlCharacters(word)}”.`);
}
