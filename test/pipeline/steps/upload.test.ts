import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JobRecord } from '../../../src-main/pipeline/job-record.ts';
import type { PipelineTools } from '../../../src-main/pipeline/pipeline-tools.ts';
import { discardFileTokens, uploadSources } from '../../../src-main/pipeline/steps/upload.ts';
import { openQueueDatabase } from '../../../src-main/queue/store/queue-database.ts';
import { createIntentStore } from '../../../src-main/queue/store/intent-store.ts';
import { createServiceClient, type ServiceClient } from '../../../src-main/service-client/service-client.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
import { systemDisk } from '../../../src-main/base/files/disk.ts';
import { createDirectReader } from '../../../src-main/readers/direct-reader.ts';
import { drawShape } from '../../helpers/images/sample-images.ts';
import { buildJob, buildSource } from '../../helpers/job-records.ts';
import { httpAnswer, profileOf, startRawService } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const MINUTES = 60_000;

/** A service that counts its uploads, and jobs with a source each. */
async function setUp(free: boolean) {
  let tokens = 0;
  const service = await startRawService((socket, request) => {
    if (request.method === 'PUT') return void socket.write(httpAnswer(200, ''));
    const data = {
      presigned_url: `http://${request.headers['host']}/put`,
      file_token: `file_${++tokens}`,
      expires_in: 1800,
    };
    socket.write(httpAnswer(200, JSON.stringify({ code: 0, data })));
  });
  const client = createServiceClient(profileOf(service.origin, { free }));
  onTestFinished(() => client.close());
  const folder = makeTempFolder();
  const database = openQueueDatabase(folder);
  onTestFinished(() => database.close());
  const intents = createIntentStore(database);
  const makeJob = (name: string, content: string | Buffer): Job => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return startJob(buildJob({ sources: [buildSource(file)] }), client, intents, folder);
  };
  const uploads = () => service.requests.filter(({ method }) => method === 'PUT').length;
  const bodies = () => service.requests.map(({ body }) => body.toString('latin1'));
  return { makeJob, uploads, bodies, intents };
}

interface Job {
  readonly file: string;
  readonly tools: PipelineTools;
  upload(now?: number): Promise<string | undefined>;
}

function startJob(start: JobRecord, client: ServiceClient, intents: PipelineTools['intents'], jobFolder: string): Job {
  let record = start;
  let time = 0;
  const tools = {
    client,
    intents,
    jobFolder,
    reader: createDirectReader(systemDisk),
    system: { ...SYSTEM, clock: { ...SYSTEM.clock, now: () => time } },
    signal: new AbortController().signal,
    save: (next: JobRecord) => (record = next),
    current: () => record,
    report: () => undefined,
  } as unknown as PipelineTools;
  const upload = async (now = Date.now()) => {
    time = now;
    return (await uploadSources(record, tools)).sources[0]?.token?.token;
  };
  return { file: start.sources[0]?.path ?? '', tools, upload };
}

describe('the token of a job', () => {
  test('is kept with the content it stands for, and used while it is fresh', async () => {
    const { makeJob, uploads } = await setUp(false);
    const job = makeJob('a.png', 'chair');
    expect(await job.upload()).toBe('file_1');
    expect(job.tools.current().sources[0]?.token).toMatchObject({
      token: 'file_1',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(await job.upload(Date.now() + 20 * MINUTES)).toBe('file_1');
    expect(await job.upload(Date.now() + 29 * MINUTES)).toBe('file_2');
    expect(await job.upload(Date.now() - 60 * MINUTES)).toBe('file_3');
    expect(uploads()).toBe(3);
  });

  test('is no longer used when the file holds something else, and still when it is only touched or gone', async () => {
    const { makeJob } = await setUp(false);
    const job = makeJob('a.png', 'chair');
    await job.upload();
    writeFileSync(job.file, 'table');
    expect(await job.upload()).toBe('file_2');
    writeFileSync(job.file, 'table');
    expect(await job.upload()).toBe('file_2');
    rmSync(job.file);
    expect(await job.upload()).toBe('file_2');
    await expect(job.upload(Date.now() + 29 * MINUTES)).rejects.toMatchObject({ code: 'file_missing' });
  });
});

test('an image whose format the service does not accept is uploaded as a PNG', async () => {
  const { makeJob, bodies } = await setUp(true);
  const gif = await sharp(await drawShape(64))
    .gif()
    .toBuffer();
  await makeJob('a.png', gif).upload();
  await makeJob('b.jpg', 'chair').upload();
  expect(bodies()).toEqual(['{"format":"png"}', expect.stringMatching(/^\x89PNG/), '{"format":"jpg"}', 'chair']);
});

describe('jobs with one content', () => {
  test('share one upload where orders cost nothing, even at the same moment', async () => {
    const { makeJob, uploads } = await setUp(true);
    const jobs = [makeJob('a.png', 'chair'), makeJob('b.png', 'chair'), makeJob('c.png', 'table')];
    const now = Date.now();
    const tokens = await Promise.all(jobs.map((job) => job.upload(now)));
    expect(tokens[0]).toBe(tokens[1]);
    expect(tokens[2]).not.toBe(tokens[0]);
    expect(await makeJob('d.png', 'table').upload()).toBe(tokens[2]);
    expect(uploads()).toBe(2);
  });

  test('have a token each where it tells their orders apart', async () => {
    const { makeJob } = await setUp(false);
    expect(await makeJob('a.png', 'chair').upload()).toBe('file_1');
    expect(await makeJob('b.png', 'chair').upload()).toBe('file_2');
  });

  test('share one where the service is known to echo the name of an order', async () => {
    const { makeJob, intents } = await setUp(false);
    const [one, two] = [makeJob('a.png', 'chair'), makeJob('b.png', 'chair')];
    intents.noteEcho('test', one?.tools.current().steps[0]?.operation ?? '');
    expect(await one?.upload()).toBe('file_1');
    expect(await two?.upload()).toBe('file_1');
  });

  test('upload anew once the service refused their token', async () => {
    const { makeJob } = await setUp(true);
    const [one, two] = [makeJob('a.png', 'chair'), makeJob('b.png', 'chair')];
    await one?.upload();
    if (one) discardFileTokens(one.tools);
    expect(await one?.upload()).toBe('file_2');
    expect(await two?.upload()).toBe('file_2');
  });
});
