import { AppError } from '../../../../src-shared/base/errors.ts';
import type { Collection } from '../../../../src-shared/jobs/collection.ts';
import { isSameName } from '../../../../src-shared/jobs/is-same-name.ts';
import type { Queue } from '../../../queue/queue.ts';
import { maskControlCharacters } from '../../../base/mask-control-characters.ts';

/** Finds a collection by its name, whatever its case; throws `not_found`. */
export function findCollection({ collections }: Pick<Queue, 'collections'>, name: string): Collection {
  const found = collections.list().find((each) => isSameName(each.name, name.trim()));
  if (found) return found;
  throw new AppError('not_found', `No collection is named “${maskControlCharacters(name)}”.`);
}
