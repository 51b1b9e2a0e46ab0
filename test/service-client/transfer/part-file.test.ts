import path from 'node:path';
import { expect, test } from 'vitest';
import {
  openPartWriter,
  removePart,
  reopenPart,
  statePathOf,
} from '../../../src-main/service-client/transfer/part-file.ts';
import type { Disk } from '../../../src-main/base/files/disk.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const ENTITY = { length: 8, validator: '"one"' };

const failing = (code: string): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));

/** A part of four bytes of eight that may go on. */
async function keepPart(disk: Disk): Promise<string> {
  const part = path.join(makeTempFolder(), '.model.part');
  const writer = await openPartWriter({ system: { ...SYSTEM, disk }, part, from: 0, entity: ENTITY, length: 8 });
  await writer.push(Buffer.from('four'));
  await writer.abandon();
  return part;
}

test('a part never goes on whose state cannot be removed', async () => {
  const part = await keepPart(SYSTEM.disk);
  expect(await reopenPart(part, SYSTEM.disk)).toMatchObject({ bytes: 4 });
  const remove = (file: string): Promise<void> =>
    file === statePathOf(part) ? failing('EACCES') : SYSTEM.disk.remove(file);
  await expect(removePart(part, { ...SYSTEM.disk, remove })).rejects.toMatchObject({ code: 'EACCES' });
  expect(await reopenPart(part, SYSTEM.disk)).toBeNull();
});

test('a part never goes on after a sync that failed, whatever was kept before', async () => {
  const part = await keepPart(SYSTEM.disk);
  const state = await reopenPart(part, SYSTEM.disk);
  const open: Disk['open'] = async (file, mode) => ({
    ...(await SYSTEM.disk.open(file, mode)),
    ...(file === part ? { sync: () => failing('EIO') } : {}),
  });
  const system = { ...SYSTEM, disk: { ...SYSTEM.disk, open } };
  const writer = await openPartWriter({ system, part, from: state?.bytes ?? 0, entity: ENTITY, length: 8 });
  await writer.push(Buffer.from('st'));
  await expect(writer.abandon()).rejects.toMatchObject({ code: 'EIO' });
  expect(await reopenPart(part, SYSTEM.disk)).toBeNull();
});
