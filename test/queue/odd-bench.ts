import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import { SYSTEM, type System } from '../../src-main/base/system.ts';
import { listExported } from '../helpers/exported-assets.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { openQueue, type QueueBench } from './bench.ts';
import { startOddService, type OddService } from './odd-service.ts';

const STRICT = { mode: 'strict', settleMs: 0 } as const;

/** A real queue with an odd service. */
export interface OddBench extends QueueBench {
  readonly odd: OddService;
  /** Adds the image under names. */
  add(names: readonly string[]): void;
  /** Waits until the queue has nothing to do. */
  settled(): Promise<readonly JobRecord[]>;
  /** Adds the image, and waits; answers its job. */
  make(name?: string): Promise<JobRecord>;
}

/** Opens both until the test ends; nothing is sent again by itself. */
export async function openOdd(system: System = SYSTEM): Promise<OddBench> {
  const odd = await startOddService();
  const bench = await openQueue(odd.service, STRICT, makeTempFolder(), system);
  const add = (names: readonly string[]): void => {
    const sources = names.map((name) => ({ path: bench.picture, name, kind: 'picture' as const, bytes: 1 }));
    bench.queue.add(sources, bench.options);
    bench.queue.start();
  };
  const settled = async (): Promise<readonly JobRecord[]> => {
    await bench.queue.whenSettled(bench.queue.records().map(({ id }) => id));
    return bench.queue.records();
  };
  return {
    ...bench,
    odd,
    add,
    settled,
    make: async (name = 'shape.png') => {
      add([name]);
      return (await settled()).at(-1) as JobRecord;
    },
  };
}

/** The sentence a person reads. */
export function wordsOf({ error, name }: JobRecord): string {
  if (!error) throw new Error('Nothing went wrong.');
  const { happened, next } = describeError(error, name);
  return `${happened} ${next}`;
}

/** The output folder holds the service's model and nothing else. */
export function expectWhole({ odd, out }: OddBench, name = 'shape/shape.glb'): void {
  const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  expect(listExported(out)).toEqual([name]);
  expect(hash(readFileSync(path.join(out, name)))).toBe(hash(odd.model));
}
