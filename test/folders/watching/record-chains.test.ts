import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemDisk, type Disk } from '../../../src-main/base/files/disk.ts';
import { checkContainerEnd, findContainerEnd } from '../../../src-main/folders/watching/container-end.ts';
import type { ReadAt } from '../../../src-main/folders/watching/file-end.ts';
import { sniffModel } from '../../../src-main/readers/inspect/sniff-model.ts';
import { makeRecordChain, RECORD_CHAINS } from '../../fuzz/formats/record-chains.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

/** Most reads of a chain: its head, its tail, and a window for every 256 kB. */
const MAX_READS = 24;

const kinds = Object.keys(RECORD_CHAINS) as (keyof typeof RECORD_CHAINS)[];

describe.each(kinds)('a chain of %s records', (kind) => {
  test('is read in large parts and given up after 10,000 records', async () => {
    const bytes = makeRecordChain(kind, 100_000);
    let reads = 0;
    const read: ReadAt = (position, length) => {
      reads++;
      return Promise.resolve(bytes.subarray(position, position + length));
    };
    expect(await checkContainerEnd(read, bytes.length)).toBe('unsure');
    expect(reads).toBeLessThan(MAX_READS);
  });

  // Fill bytes have no length by which their end could be missed.
  if (kind === 'jpeg-fill') return;
  test('of a few large records is followed to where it breaks off', async () => {
    const bytes = makeRecordChain(kind, 9_000, 300);
    const file = path.join(makeTempFolder(), 'chain');
    writeFileSync(file, bytes.subarray(0, -1));
    expect(await findContainerEnd(file)).toBe('unfinished');
  });
});

test('an FBX of 100,000 records is recognized with few reads', async () => {
  const file = path.join(makeTempFolder(), 'chain.fbx');
  writeFileSync(file, makeRecordChain('fbx', 100_000));
  let reads = 0;
  const disk: Disk = {
    ...systemDisk,
    open: async (...args) => {
      const opened = await systemDisk.open(...args);
      return {
        ...opened,
        size: () => opened.size(),
        close: () => opened.close(),
        read: (buffer, position) => {
          reads++;
          return opened.read(buffer, position);
        },
      };
    },
  };
  expect(await sniffModel({ path: file }, disk)).toBe('fbx');
  expect(reads).toBeLessThan(MAX_READS);
});
