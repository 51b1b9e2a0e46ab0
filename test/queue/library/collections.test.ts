import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { createQueue } from '../../../src-main/queue/queue.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

/** A queue that only keeps what is in it. */
function openQueue(home: string) {
  const nowhere = () => Promise.reject(new AppError('offline', '', { retryable: true }));
  const queue = createQueue({ home, connect: nowhere, serviceInUse: nowhere, exportFolder: () => home });
  onTestFinished(() => queue.close());
  return queue;
}

function makeHome(): string {
  const home = path.join(makeTempFolder(), 'home');
  const store = openQueueStore(home);
  store.jobs.addJobs([
    buildJob({ id: 'fox', status: 'done', finishedAt: 2_000 }),
    buildJob({ id: 'mug', status: 'done', finishedAt: 2_000 }),
  ]);
  store.close();
  return home;
}

test('collections and their models are kept over a restart and in the trash; a model may be in several', async () => {
  const home = makeHome();
  const queue = openQueue(home);
  const props = queue.collections.save({ name: 'Props' });
  const client = queue.collections.save({ name: 'client A' });
  queue.mark(['fox', 'mug'], { addCollections: [props.id] });
  queue.mark(['fox'], { addCollections: [client.id, props.id] });
  queue.mark(['mug'], { removeCollections: [props.id] });
  queue.trash.put(['fox']);
  await queue.close();

  const again = openQueue(home);
  again.trash.restore(['fox']);
  expect(again.collections.list()).toEqual([client, props]);
  expect(Object.fromEntries(again.list().map(({ id, collections }) => [id, collections]))).toEqual({
    mug: [],
    fox: [props.id, client.id],
  });
});

test('a removed collection is back with its models when it is saved with its id', () => {
  const queue = openQueue(makeHome());
  const heard: string[][] = [];
  queue.collections.onChange((all) => heard.push(all.map(({ name }) => name)));
  const props = queue.collections.save({ name: 'Props' });
  queue.mark(['fox'], { addCollections: [props.id] });
  queue.collections.remove(props.id);
  expect(queue.collections.list()).toEqual([]);
  queue.collections.save(props);
  expect(queue.list().find(({ id }) => id === 'fox')?.collections).toEqual([props.id]);
  expect(heard).toEqual([['Props'], [], ['Props']]);
});

test('two collections never have the same name, whatever the case', () => {
  const queue = openQueue(makeHome());
  const props = queue.collections.save({ name: 'Props' });
  const other = queue.collections.save({ name: 'Client' });
  const taken = expect.objectContaining({ code: 'bad_request' }) as Error;
  expect(() => queue.collections.save({ name: 'props' })).toThrow(taken);
  expect(() => queue.collections.save({ id: other.id, name: 'PROPS' })).toThrow(taken);
  expect(queue.collections.save({ id: props.id, name: 'PROPS' })).toEqual({ id: props.id, name: 'PROPS' });
});
