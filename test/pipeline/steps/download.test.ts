import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Task } from '../../../src-shared/api/protocol/task.ts';
import { fetchOutput } from '../../../src-main/pipeline/steps/fetch-output.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { httpAnswer, startRawService, type RawRequest } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const BYTES = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 31 + (at >> 8)) % 251));
const SHA256 = createHash('sha256').update(BYTES).digest('hex');
const TASK_ID = '0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c11';
const signal = new AbortController().signal;

/** A task whose address is good for so many askings; each query of the task names a fresh one. */
async function setUp(goodFor: number, cutAfter: number) {
  let address = 0;
  let asked = 0;
  const service = await startRawService((socket, request) => {
    if (!request.path.startsWith('/outputs/')) {
      const data = { ...task(`${origin(request)}/outputs/${++address}`), status: 'success', progress: 100 };
      return void socket.write(httpAnswer(200, JSON.stringify({ code: 0, data })));
    }
    if (request.path !== `/outputs/${address}` || asked++ % (goodFor + 1) === goodFor) {
      return void socket.write(httpAnswer(403, 'Request has expired'));
    }
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers['range'] ?? '')?.[1] ?? 0);
    const range = { etag: '"m"', 'content-range': `bytes ${from}-${BYTES.byteLength - 1}/${BYTES.byteLength}` };
    const piece = BYTES.subarray(from, from + cutAfter);
    const length = { 'content-length': BYTES.byteLength - from };
    socket.write(httpAnswer(from > 0 ? 206 : 200, piece, { ...range, ...length }), () => socket.end());
  });
  const client = createServiceClient(service.profile);
  onTestFinished(() => client.close());
  const folder = makeTempFolder();
  const file = path.join(folder, '0-download');
  const fetch = () =>
    fetchOutput(task(`${service.origin}/outputs/0`) as Task, 'model_url', file, { client, signal }, () => undefined);
  return { ...service, folder, fetch };
}

const origin = ({ headers }: RawRequest): string => `http://${headers['host']}`;
const task = (url: string): object => ({
  task_id: TASK_ID,
  type: 'image_to_model',
  status: 'success',
  progress: 100,
  input: {},
  output: { model_url: url },
});

test('an address that expires in the middle is asked for anew, and the file goes on where it was', async () => {
  const { fetch, folder, requests } = await setUp(1, 2_000_000);
  await expect(fetch()).rejects.toMatchObject({ code: 'offline', retryable: true });
  expect(await fetch()).toEqual({ bytes: BYTES.byteLength, sha256: SHA256 });
  const outputs = requests.filter(({ path: at }) => at.startsWith('/outputs/'));
  expect(outputs.map(({ path: at, headers }) => [at, headers['range'] !== undefined])).toEqual([
    ['/outputs/0', false],
    ['/outputs/0', true],
    ['/outputs/1', true],
  ]);
  expect(readdirSync(folder)).toEqual(['0-download']);
});

test('an address that is always expired is given up for now, with what came before kept for later', async () => {
  const { fetch, folder } = await setUp(0, 1);
  await expect(fetch()).rejects.toMatchObject({ code: 'download_failed', retryable: true });
  expect(readdirSync(folder)).toEqual([]);
});
