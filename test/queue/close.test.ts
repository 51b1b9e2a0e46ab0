import path from 'node:path';
import { expect, test } from 'vitest';
import { SYSTEM } from '../../src-main/base/system.ts';
import { createQueue } from '../../src-main/queue/queue.ts';
import type { FileReader } from '../../src-main/readers/file-reader.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { createFastClock } from '../helpers/fast-clock.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

/** A reader whose reads end when it is closed, and not before. */
function createEndlessReader() {
  const closed = Promise.withResolvers<never>();
  const began = Promise.withResolvers<void>();
  closed.promise.catch(() => undefined);
  const reader: FileReader = {
    read: () => {
      began.resolve();
      return closed.promise;
    },
    close: () => {
      closed.reject(new Error('The reader is closed.'));
      return Promise.resolve();
    },
  };
  return { reader, began: began.promise };
}

test('a queue that reads a file closes without waiting for the end of the read, and its job stays as it was', async () => {
  const home = makeTempFolder();
  const { reader, began } = createEndlessReader();
  const nowhere = () => Promise.reject(new AppError('offline', '', { retryable: true }));
  const deps = { home, serviceInUse: nowhere, connect: nowhere, exportFolder: () => path.join(home, 'out') };
  const open = () => createQueue({ ...deps, reader, system: { ...SYSTEM, clock: createFastClock(1_000) } });
  const queue = open();
  const source = { path: await writeSampleImage(home, 'a.png', 16), kind: 'picture', bytes: 1 } as const;
  queue.add([source], { formats: ['glb'], serviceKind: 'cloud', free: false, outFolder: null });
  queue.start();
  await began;
  await queue.close();

  const next = open();
  expect(next.records()).toMatchObject([{ status: 'waiting', error: null, attempts: 0 }]);
  await next.close();
});
