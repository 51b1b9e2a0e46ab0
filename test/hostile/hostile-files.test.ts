import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { AppError } from '../../src-shared/base/errors.ts';
import { openFileReader } from '../../src-main/readers/open-file-reader.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { HOSTILE_FILES, HOSTILE_REFUSALS } from './hostile-files.ts';
import { measureTree } from './measure-tree.ts';

// `npm run test:long -- "hostile files"` has the zip bombs in full size.
const reader = openFileReader(path.join(import.meta.dirname, '../../.cache/hostile-home'));
const meter = measureTree(process.pid, false);
afterAll(async () => {
  meter.stop();
  await reader.close();
});

test.each(Object.entries(HOSTILE_FILES))(
  '%s is refused by a check of its content, in a sentence',
  async (name, write) => {
    const file = path.join(makeTempFolder(), name);
    await write(file, 'small');
    const request = { kind: 'model', path: file, thumbnailPath: null, subject: name } as const;
    const error = await reader.read('inspect-source', request).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    const { code, message } = HOSTILE_REFUSALS[name]!;
    expect(error).toMatchObject({ code, detail: message });
    expect((error as AppError).message).toMatch(/^[A-Z].{10,200}\.$/);
  },
);

/** What the app itself takes of 600 MB. */
const APP_BYTES = 150e6;

test('none of them takes the reader processes above their part of 600 MB', () => {
  expect(meter.peaks().app).toBeGreaterThan(50e6);
  expect(meter.peaks().app).toBeLessThan(600e6 - APP_BYTES);
});
