import { expect, test } from 'vitest';
import { toCurrentRecord } from '../../src-main/pipeline/job-record.ts';
import { buildJob } from '../helpers/job-records.ts';

test('a job that was written before there were views and prompts is one of one file', () => {
  const { sources: _, priority: _priority, ...kept } = buildJob();
  const token = { token: 'file_1', issuedAt: 5 };
  const old = { ...kept, sourcePath: '/p/chair.png', sourceBytes: 7, fileToken: token } as never;
  const record = toCurrentRecord(old);
  expect(record).toMatchObject({
    priority: 'normal',
    sources: [{ slot: null, name: 'chair.png', path: '/p/chair.png', bytes: 7, token }],
  });
  expect(Object.keys(record)).not.toContain('sourcePath');
  expect(toCurrentRecord(record)).toEqual(record);
});

test('one that was found at the service has no file, and is known as found, then as now', () => {
  const { sources: _, ...kept } = buildJob();
  const old = { ...kept, sourcePath: '', sourceBytes: 0, fileToken: null } as never;
  expect(toCurrentRecord(old)).toMatchObject({ sources: [], found: true });
  const before = { ...kept, sources: [] };
  expect(toCurrentRecord(before)).toMatchObject({ sources: [], found: true });
  expect(toCurrentRecord(buildJob())).not.toHaveProperty('found');
  expect(toCurrentRecord({ ...before, prompt: 'a chair' })).not.toHaveProperty('found');
});
