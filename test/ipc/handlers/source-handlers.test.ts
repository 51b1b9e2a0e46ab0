import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { PROJECT_ROOT } from '../../../src-main/base/project-root.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import { calls } from '../../../src-shared/ipc/contract.ts';
import { drawShape } from '../../helpers/images/sample-images.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const SAMPLE = path.join(PROJECT_ROOT, 'assets/samples/mug.png');

test('a copied image, which lies nowhere, is taken in by its bytes beside files that have a path', async () => {
  const app = await openHeadlessApp(resolveHome(makeTempFolder(), {}));
  onTestFinished(() => app.close());
  const bytes = new Uint8Array(await readFile(SAMPLE));
  const table = { name: 'table.xls', bytes };
  const given = calls['sources:take'][0].parse([{ name: '../image.png', bytes }, SAMPLE, table]);
  const { sources, refused } = await app.handlers['sources:take'](given);
  expect(sources.map(({ name, kind, bytes: size }) => [name, kind, size])).toEqual([
    ['image.png', 'picture', bytes.byteLength],
    ['mug.png', 'picture', bytes.byteLength],
  ]);
  expect(refused).toMatchObject([{ subject: 'table.xls' }]);
});

test('a file that is no image, or a truncated one, is refused before it becomes a job; others have their size', async () => {
  const app = await openHeadlessApp(resolveHome(makeTempFolder(), {}));
  onTestFinished(() => app.close());
  const bytes = new Uint8Array(await readFile(SAMPLE));
  const tiny = new Uint8Array(await drawShape(8));
  const { sources, refused } = await app.handlers['sources:take']([
    { name: 'words.png', bytes: new TextEncoder().encode('words') },
    { name: 'half.png', bytes: bytes.subarray(0, bytes.length / 2) },
    { name: 'empty.png', bytes: new Uint8Array() },
    { name: 'tiny.png', bytes: tiny },
    { name: `${'n'.repeat(2000)}.png`, bytes },
  ]);
  expect(refused.map(({ code, subject }) => [code, subject])).toEqual([
    ['not_a_picture', 'words.png'],
    ['file_truncated', 'half.png'],
    ['file_empty', 'empty.png'],
  ]);
  expect(sources).toMatchObject([
    { name: 'tiny.png', pictures: [{ pixels: { width: 8, height: 8 } }] },
    { name: expect.stringMatching(/^n+\.png$/) as string, kind: 'picture' },
  ]);
});

test('what came as JSON, as from a browser, is no such file', () => {
  const [input] = calls['sources:take'];
  expect(input.safeParse([{ name: 'image.png', bytes: [1, 2, 3] }]).success).toBe(false);
  expect(input.safeParse(['an-upload']).success).toBe(true);
});
