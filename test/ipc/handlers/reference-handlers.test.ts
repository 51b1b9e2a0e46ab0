import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { createCallLimit } from '../../../src-main/ipc/call-limit.ts';
import { dispatch } from '../../../src-main/ipc/dispatch.ts';
import { PROJECT_ROOT } from '../../../src-main/base/project-root.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import { parseReference } from '../../../src-shared/operations/image-reference.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const SAMPLE = path.join(PROJECT_ROOT, 'assets/samples/mug.png');

async function open() {
  const home = makeTempFolder();
  const app = await openHeadlessApp(resolveHome(home, {}));
  onTestFinished(() => app.close());
  const page = { handlers: app.handlers, admits: createCallLimit() };
  const keep = (input: unknown) => dispatch(page, 'references:keep', input);
  return { home, app, keep };
}

test('an image that was taken in is kept, named by a value, and its thumbnail can be fetched by its content', async () => {
  const { home, app, keep } = await open();
  const { sources } = await app.handlers['sources:take']([SAMPLE]);
  const pictureId = sources[0]?.pictures[0]?.id;
  const reply = await keep({ pictureId });
  const value = (reply as { value: { value: string } }).value.value;
  const reference = parseReference(value);
  expect(reference).toMatchObject({ name: 'mug.png', ending: 'png' });
  const folder = path.join(home, 'library', 'references');
  expect(readdirSync(folder)).toContain(`${reference?.sha256}.png`);
  // Nothing in the answer says where it lies.
  expect(JSON.stringify(reply)).not.toContain(home);
  expect(await app.openArtifact(`reference-${reference?.sha256}`)).toMatchObject({ mime: 'image/webp' });
  for (const id of ['reference-', `reference-${'0'.repeat(64)}`, `reference-../${reference?.sha256}`]) {
    expect(await app.openArtifact(id), id).toBeNull();
  }
  const { bytes, pictures } = await app.handlers['library:usage'](null);
  expect(pictures.bytes).toBeGreaterThan(0);
  expect(bytes).toBe(pictures.bytes);
  // Nothing names it yet, but it was chosen a moment ago.
  expect(pictures.freeable).toEqual({ files: 0, bytes: 0 });
  expect(await app.handlers['library:clean']({ recipes: [], pictures: true })).toMatchObject({ files: 0 });
  expect(readdirSync(folder)).toContain(`${reference?.sha256}.png`);
});

test('the page can name no path, and nothing that was not taken in', async () => {
  const { home, app, keep } = await open();
  for (const input of [undefined, null, SAMPLE, {}, { pictureId: 7 }, { pictureId: '' }, { path: SAMPLE }]) {
    expect(await keep(input), JSON.stringify(input)).toMatchObject({ ok: false, error: { code: 'bad_request' } });
  }
  expect(await keep({ pictureId: SAMPLE })).toMatchObject({ ok: false, error: { code: 'not_found' } });
  mkdirSync(path.join(home, 'given'));
  const broken = path.join(home, 'given', 'broken.png');
  copyFileSync(SAMPLE, broken);
  const { sources } = await app.handlers['sources:take']([broken]);
  writeFileSync(broken, 'no picture');
  const pictureId = sources[0]?.pictures[0]?.id;
  expect(await keep({ pictureId })).toMatchObject({
    ...{ ok: false, error: { code: 'not_a_picture', subject: 'broken.png' } },
  });
});
