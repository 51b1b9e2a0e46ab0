import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { drawShape, writeSampleImage } from '../helpers/images/sample-images.ts';
import { openServedPage, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-odd-images-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('the sheet judges images by their content: what cannot be used says why, and the rest is made', async () => {
  const { page, problems } = served;
  const shape = await drawShape(256);
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      file('empty.png', Buffer.alloc(0)),
      file('words.png', Buffer.from('only words')),
      file('half.png', shape.subarray(0, 1_000)),
      file('phone.heic', Buffer.from('\0\0\0\x18ftypheic', 'latin1')),
      file('tiny.png', await drawShape(8)),
      file(
        'moving.gif',
        await sharp(await drawShape(120))
          .gif()
          .toBuffer(),
      ),
      file(
        'modern.avif',
        await sharp(await drawShape(130))
          .avif()
          .toBuffer(),
      ),
      file(`${'long'.repeat(70)}.png`, await drawShape(140)),
    ]);
  const sheet = page.getByRole('dialog');
  const refused = sheet.getByRole('region', { name: /files can’t be used$/ });
  await expect(refused).toContainText('empty.png');
  await expect(refused).toContainText('words.png');
  await expect(refused).toContainText('half.png is truncated.');
  await expect(refused).toContainText('This is a HEIC image');
  const tiny = sheet.getByRole('listitem').filter({ hasText: 'tiny.png' });
  await expect(tiny).toContainText('8 × 8 px');
  await expect(tiny).toContainText('Too small for details.');
  await expect(sheet.getByRole('listitem').filter({ hasText: 'moving.gif' })).toContainText('120 × 120 px');
  await expect(sheet.getByRole('listitem').filter({ hasText: 'modern.avif' })).toContainText('130 × 130 px');
  await sheet.getByRole('button', { name: /^Add \d jobs?/ }).click();
  for (const name of ['moving.gif', 'modern.avif', 'longlong']) await expect(rowOf(page, name)).toContainText('Done');
  expect(problems).toEqual([]);
});

test('a drop of known files only has nothing to calculate and nothing to add', async () => {
  const { page } = served;
  const known = await writeSampleImage(folder, 'known.png', 256);
  const input = page.locator('input[type=file]').first();
  await input.setInputFiles([known]);
  await expect(rowOf(page, 'known.png')).toContainText('Done');
  const bytes = await readFile(known);
  await input.setInputFiles(['one.png', 'two.png'].map((name) => ({ name, mimeType: 'image/png', buffer: bytes })));
  const sheet = page.getByRole('dialog', { name: 'No new jobs' });
  await expect(sheet.getByRole('region', { name: '2 duplicates skipped' })).toBeVisible();
  await expect(sheet).not.toContainText('Calculating');
  await expect(sheet.getByRole('button', { name: /^Add jobs/ })).toBeDisabled();
  await expect(sheet.getByRole('status')).toHaveText('All files were skipped.');
});
