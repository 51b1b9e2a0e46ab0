import { hasGalleryResult } from '../../../src-shared/jobs/has-gallery-result.ts';
import { collectionName, type Collection } from '../../../src-shared/jobs/collection.ts';
import { isSameName } from '../../../src-shared/jobs/is-same-name.ts';

import type { Queue } from '../../queue/queue.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { findCollection } from '../lib/input/find-collection.ts';
import { findJobIds } from '../lib/input/find-job-ids.ts';
import { withHeadlessApp } from '../lib/open/open-headless-app.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { UsageError } from '../lib/usage-error.ts';

type Collecting = Pick<Queue, 'collections' | 'pages'>;

/** Lists the collections with their numbers of models. */
export async function listCollections({ home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, ({ queue }) => toResult(queue, queue.collections.list()));
}

/** Puts models into a collection, which is created if there is none with the name. */
export async function addToCollection(
  name: string,
  jobs: readonly string[],
  { home }: CommandContext,
): Promise<CommandResult> {
  const parsed = parseName(name);
  return withHeadlessApp(home, ({ queue }) => {
    const ids = findJobIds(queue, jobs);
    const known = queue.collections.list().find((each) => isSameName(each.name, parsed));
    const collection = known ?? queue.collections.save({ name: parsed });
    queue.mark(ids, { addCollections: [collection.id] });
    return toResult(queue, [collection]);
  });
}

/** Takes models out of a collection; without models the collection is removed. */
export async function removeFromCollection(
  name: string,
  jobs: readonly string[],
  { home }: CommandContext,
): Promise<CommandResult> {
  return withHeadlessApp(home, ({ queue }) => {
    const collection = findCollection(queue, name);
    if (jobs.length === 0) queue.collections.remove(collection.id);
    else queue.mark(findJobIds(queue, jobs), { removeCollections: [collection.id] });
    return toResult(queue, jobs.length === 0 ? queue.collections.list() : [collection]);
  });
}

/** Renames a collection. */
export async function renameCollection(name: string, to: string, { home }: CommandContext): Promise<CommandResult> {
  const parsed = parseName(to);
  return withHeadlessApp(home, ({ queue }) =>
    toResult(queue, [queue.collections.save({ id: findCollection(queue, name).id, name: parsed })]),
  );
}

function parseName(name: string): string {
  const parsed = collectionName.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new UsageError('The name of a collection has 1 to 60 characters.');
}

async function toResult(queue: Collecting, shown: readonly Collection[]): Promise<CommandResult> {
  const counts = new Map<string, number>();
  for await (const jobs of queue.pages()) {
    for (const id of jobs.filter(hasGalleryResult).flatMap((job) => job.collections))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const collections = shown.map((collection) => ({ ...collection, models: counts.get(collection.id) ?? 0 }));
  const lines = collections.map(
    ({ name, models }) => `${maskControlCharacters(name)}  ${models} ${models === 1 ? 'model' : 'models'}\n`,
  );
  return { data: { collections }, text: lines.length === 0 ? 'No collections.\n' : lines.join('') };
}
