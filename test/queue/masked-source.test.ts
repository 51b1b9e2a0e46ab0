import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../../src-main/base/system.ts';
import { createIncomingFiles } from '../../src-main/folders/incoming-files.ts';
import type { NewSource } from '../../src-main/queue/create-job-records.ts';
import { findDuplicates } from '../../src-main/queue/job-list/find-duplicates.ts';
import { createSourceFinder } from '../../src-main/queue/library/source-finder.ts';
import { createDirectReader } from '../../src-main/readers/direct-reader.ts';
import { readExported } from '../helpers/exported-assets.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { openQueue, type QueueBench } from './bench.ts';

const STRICT = { mode: 'strict', settleMs: 0 } as const;

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

/** The image of a bench with the left part of it as the painted subject, in the inbox as the window keeps it. */
async function addMask({ home, picture }: QueueBench, share = 0.5): Promise<NewSource & { readonly path: string }> {
  const data = Uint8Array.from({ length: 96 * 96 }, (_, i) => (i % 96 < 96 * share ? 255 : 0));
  const mask = await sharp(data, { raw: { width: 96, height: 96, channels: 1 } })
    .png()
    .toBuffer();
  const reader = createDirectReader(SYSTEM.disk);
  const inbox = createIncomingFiles(home);
  let bytes = 0;
  const id = await inbox.add('shape.png', async (maskedPath) => {
    ({ bytes } = await reader.read('mask-image', { path: picture, mask, maskedPath, subject: 'shape.webp' }));
  });
  const original = { path: picture, name: 'shape.webp' };
  return { kind: 'picture', ...inbox.find(id)!, bytes, mask: { method: 'painted', original } };
}

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Hashes of everything that was uploaded to the service. */
function listUploads(): string[] {
  const files = readdirSync(path.join(service.dataDir, 'uploads'), { recursive: true, withFileTypes: true });
  return files.filter((each) => each.isFile()).map((each) => hashOf(path.join(each.parentPath, each.name)));
}

test('a job with a painted mask outlives a restart, is ordered once with the masked image, and its manifest says so', async () => {
  const root = makeTempFolder();
  const first = await openQueue(service, STRICT, root);
  const source = await addMask(first);
  const [added] = first.queue.add([source], first.options);
  expect(added).toMatchObject({ name: 'shape.webp', sources: [{ name: 'shape.png', mask: { method: 'painted' } }] });
  await first.queue.close();

  const second = await openQueue(service, STRICT, root);
  // What a start removes from the inbox is not the image, and not the one without the mask.
  const isNeeded = createSourceFinder(second.queue);
  expect([isNeeded(source.path), isNeeded(second.picture), isNeeded(`${source.path}x`)]).toEqual([true, true, false]);
  await createIncomingFiles(second.home).tidy(isNeeded);
  expect(existsSync(source.path)).toBe(true);
  second.queue.start();
  await second.queue.whenSettled([added?.id ?? '']);
  expect(second.only()).toMatchObject({ status: 'done', sources: [{ token: { sha256: hashOf(source.path) } }] });
  expect([first.proxy.posts(), second.proxy.posts()]).toEqual([0, 1]);
  expect(listUploads()).toContain(hashOf(source.path));
  expect(listUploads()).not.toContain(hashOf(second.picture));
  const { assets, wrong } = readExported(second.out);
  expect(wrong).toEqual([]);
  expect(assets.map(({ manifest }) => manifest.source)).toEqual([
    { name: 'shape.webp', sha256: hashOf(source.path), masks: [{ view: null, method: 'painted' }] },
  ]);

  // Again, with the same mask.
  const again = second.queue.repeat(added?.id ?? '', 'same');
  expect(again).toMatchObject({ name: 'shape.webp', sources: [{ path: source.path, mask: { method: 'painted' } }] });
});

test('the same image with another mask, or without, is no duplicate; with the same mask it is one', async () => {
  const bench = await openQueue(service, STRICT);
  const source = await addMask(bench);
  const [job] = bench.queue.add([source], bench.options);
  const same = await addMask(bench);
  const other = await addMask(bench, 0.25);
  const plain = { kind: 'picture' as const, path: bench.picture, bytes: readFileSync(bench.picture).byteLength };
  expect(same.path).not.toBe(source.path);
  const duplicates = await findDuplicates([same, other, plain], bench.queue.known);
  expect([...duplicates.entries()].map(([of, known]) => [of === same, (known as { id?: string }).id])).toEqual([
    [true, job?.id],
  ]);
});
