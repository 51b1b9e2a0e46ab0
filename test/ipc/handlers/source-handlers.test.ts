import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { PROJECT_ROOT } from '../../../src-main/base/project-root.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import { calls } from '../../../src-shared/ipc/contract.ts';
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

test('what came as JSON, as from a browser, is no such file', () => {
  const [input] = calls['sources:take'];
  expect(input.safeParse([{ name: 'image.png', bytes: [1, 2, 3] }]).success).toBe(false);
  expect(input.safeParse(['an-upload']).success).toBe(true);
});
