import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createDeliveryMonitor } from '../../../src-main/ipc/watchers/delivery-monitor.ts';
import { toAssetId } from '../../../src-main/pipeline/steps/describe-asset.ts';
import type { ArtifactRecord, JobRecord } from '../../../src-main/pipeline/job-record.ts';
import type { JobChanges } from '../../../src-main/queue/job-list/job-list.ts';
import { deliveryChanges, type DeliveryChanges } from '../../../src-shared/ipc/views/target-view.ts';
import { answerAsset, beat } from '../../dcc/receipts/delivery-folder.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { buildArtifact, buildJob } from '../../renderer/build-job.ts';

const TARGET = 'blender@studio-7';

it('deliveries come with their job, even when the program is faster than the note of the export', async () => {
  const folder = makeTempFolder();
  const artifacts = ['obj/chair.obj', 'chair.glb'].map((at, index) => ({
    id: `artifact-${index}`,
    bundle: index === 0 ? 'library' : null,
    exportedPath: path.join(folder, 'chair', at),
  })) as unknown as ArtifactRecord[];
  const assetId = toAssetId('job-1', artifacts);
  let records: JobRecord[] = [];
  let told: ((changes: JobChanges) => void) | null = null;
  const news: DeliveryChanges[] = [];
  const queue = {
    records: () => records,
    known: { older: () => [] },
    onChange: (listen: (changes: JobChanges) => void) => {
      told = listen;
      return () => (told = null);
    },
  };
  const watch = createDeliveryMonitor(
    () => [folder],
    queue,
    (each) => void news.push(deliveryChanges.parse(each)),
  );
  mkdirSync(path.join(folder, 'chair'));
  writeFileSync(path.join(folder, 'chair/dropforge.json'), JSON.stringify(makeManifest(assetId)));
  beat(folder, TARGET);
  answerAsset(folder, assetId, TARGET);
  watch.setVisible(true);
  await expect.poll(() => news.length).toBe(1);
  expect(news[0]).toMatchObject({ isAll: true, changed: [{ assetId, status: 'imported', jobId: null }] });
  expect(news[0]?.targets.map(({ target }) => target)).toEqual([TARGET]);

  records = [{ id: 'job-1', artifacts } as unknown as JobRecord];
  const say = told as ((changes: JobChanges) => void) | null;
  say?.({ jobs: [buildJob({ artifacts: [buildArtifact()] })], removed: [] });
  expect(news[1]).toMatchObject({ isAll: false, changed: [{ assetId, jobId: 'job-1' }] });
  say?.({ jobs: [buildJob({ artifacts: [buildArtifact()] })], removed: [] });
  expect(news).toHaveLength(2);
  expect((await watch.list()).changed).toMatchObject([{ assetId, jobId: 'job-1' }]);
  watch.close();
  expect(told).toBeNull();
});

it('several results in the folder of one asset each come with their job', async () => {
  const folder = makeTempFolder();
  const exported = (name: string, exportedAs?: string): ArtifactRecord => {
    const artifact = { id: name, bundle: null, exportedPath: path.join(folder, 'chair', name) };
    return { ...artifact, ...(exportedAs !== undefined && { exportedAs }) } as unknown as ArtifactRecord;
  };
  const bricks = '00000000-0000-8000-8000-000000000001';
  // The first one was exported by an earlier version.
  const artifacts = [exported('chair.glb'), exported('chair_bricks.glb', bricks)];
  const first = toAssetId('job-1', artifacts.slice(0, 1));
  const queue = {
    records: () => [{ id: 'job-1', artifacts } as unknown as JobRecord],
    known: { older: () => [] },
    onChange: () => () => undefined,
  };
  const watch = createDeliveryMonitor(
    () => [folder],
    queue,
    () => undefined,
  );
  mkdirSync(path.join(folder, 'chair'));
  writeFileSync(path.join(folder, 'chair/dropforge.json'), JSON.stringify(makeManifest(first)));
  const later = { ...(makeManifest(bricks) as object), kind: 'bricks', asset: first };
  writeFileSync(path.join(folder, 'chair/dropforge.chair_bricks.glb.json'), JSON.stringify(later));
  beat(folder, TARGET);
  // A folder that takes more than two seconds is left out.
  const listed = async () => (await watch.list()).changed.map(({ assetId, jobId }) => [assetId, jobId]).sort();
  await expect.poll(listed).toEqual([first, bricks].map((id) => [id, 'job-1']).sort());
  watch.close();
});

function makeManifest(id: string): unknown {
  return {
    schema: 1,
    id,
    name: 'chair',
    createdAt: '2026-01-31T12:00:00.000Z',
    recipe: null,
    service: null,
    steps: [],
    credits: null,
    source: null,
    files: [
      {
        path: 'chair.glb',
        role: 'model',
        format: 'glb',
        bytes: 1,
        sha256: '0'.repeat(64),
        upAxis: 'Y',
        forwardAxis: 'Z',
        metersPerUnit: 1,
        dimensions: null,
        triangles: null,
        textures: null,
        clips: [],
        hasSkeleton: false,
      },
    ],
    notes: [],
    licence: null,
  };
}
