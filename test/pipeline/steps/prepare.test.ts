import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SYSTEM } from '../../../src-main/base/system.ts';
import { prepareSource, THUMBNAIL } from '../../../src-main/pipeline/steps/prepare.ts';
import { createDirectReader } from '../../../src-main/readers/direct-reader.ts';
import { buildJob, buildSource } from '../../helpers/job-records.ts';
import { writeSampleImage } from '../../helpers/images/sample-images.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

test('a thumbnail that was half written when the app ended is removed by the next run', async () => {
  const root = makeTempFolder();
  const jobFolder = path.join(root, 'job');
  mkdirSync(jobFolder);
  writeFileSync(path.join(jobFolder, `.${THUMBNAIL}-5a4b246e.part`), 'half');
  writeFileSync(path.join(jobFolder, '.0.glb.part'), 'half of a download');
  const picture = await writeSampleImage(root, 'shape.png', 32);
  const job = buildJob({ sources: [buildSource(picture)] });
  const { disk } = SYSTEM;
  const prepared = await prepareSource(job, jobFolder, createDirectReader(disk), disk);
  expect(prepared.hasThumbnail).toBe(true);
  expect(readdirSync(jobFolder).sort()).toEqual(['.0.glb.part', THUMBNAIL]);
});
