import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createGeneratorServer } from '../../../../src-main/local-service/generators/http/generator-server.ts';
import { askFirst, createPatientQueries } from '../../../../src-main/local-service/generators/http/patience.ts';
import { readRetryAfter } from '../../../../src-main/local-service/generators/http/read-retry-after.ts';
import { ServerAway } from '../../../../src-main/local-service/generators/http/server-errors.ts';
import { createServiceApi } from '../../../../src-main/local-service/generators/service/service-api.ts';
import { makeTempFolder } from '../../../helpers/temp-folder.ts';
import { sendJson, startServer } from '../stand-in-server.ts';

const { signal } = new AbortController();

/** Queries without patience of a server that responds to the sixth one; it is blocked up to the query `blockedUntil`. */
function startQueries(blockedUntil: number) {
  let count = 0;
  const isBlocked = () => count < blockedUntil;
  const queries = createPatientQueries({ name: 'Hy' }, { pollMs: 1, patienceMs: -1, isBlocked }, signal);
  const query = async () => {
    if (++count < 6) throw new ServerAway(new Error('no response'));
    return count;
  };
  return { queries, query };
}

test('a server that is blocked is waited for, and one that is not has stopped', async () => {
  const busy = startQueries(6);
  expect(await askFirst(busy.queries, undefined, busy.query)).toBe(6);
  const stopped = startQueries(3);
  await expect(stopped.queries.ask(stopped.query)).rejects.toThrow('Hy stopped during the task.');
  const free = startQueries(0);
  await expect(askFirst(free.queries, undefined, free.query)).rejects.toThrow(ServerAway);
});

/** A service that takes ten uploads in each window, and the uploads of tasks whose patience is shorter than a window. */
async function startUploads(headers: Readonly<Record<string, string>>, busyMs: number) {
  const seen = { used: 0, refused: 0 };
  const windows = setInterval(() => (seen.used = 0), 300);
  const { url, stop } = await startServer((_, response) => {
    if (++seen.used <= 10) return sendJson(response, 200, { code: 0, data: { file_token: 'file_1' } });
    seen.refused++;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return sendJson(response, 429, { code: 1007, message: 'Too many uploads', suggestion: '' });
  });
  const server = createGeneratorServer('Other', 'service', url);
  onTestFinished(async () => {
    clearInterval(windows);
    await server.close();
    await stop();
  });
  const file = path.join(makeTempFolder(), 'image.png');
  await writeFile(file, 'png');
  const api = createServiceApi(server, 'key');
  const upload = () =>
    createPatientQueries(server, { pollMs: 20, patienceMs: 50, busyMs }, signal).ask(() => api.upload(file, signal));
  return { seen, upload };
}

test.each([
  ['without a time to wait', {}, 7],
  ['with one', { 'retry-after': '1' }, 2],
])('uploads that are too many, %s, are all made in the end, and seldom repeated', async (_, headers, most) => {
  const { seen, upload } = await startUploads(headers, 600_000);
  const tokens = await Promise.all(Array.from({ length: 24 }, upload));
  expect(tokens).toEqual(Array.from({ length: 24 }, () => 'file_1'));
  expect(seen.refused).toBeGreaterThanOrEqual(14);
  expect(seen.refused).toBeLessThanOrEqual(24 * most);
});

test('a service that stays busy until the time limit is busy, and has not stopped', async () => {
  const { seen, upload } = await startUploads({}, 0);
  seen.used = 10;
  await expect(upload()).rejects.toThrow('Other was busy with other work for 0 seconds.');
});

test.each([
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': '7', 'x-ratelimit-reset': '1800000030' }, 7_000],
  [{ 'retry-after': 'Fri, 15 Jan 2027 08:00:20 GMT' }, 20_000],
  [{ 'x-ratelimit-reset': '1800000030' }, 30_000],
  [{ 'x-ratelimit-reset': '1800000030', date: 'Fri, 15 Jan 2027 07:59:50 GMT' }, 40_000],
  [{ 'x-ratelimit-reset': '1799999990' }, 0],
  [{ 'retry-after': '86400' }, 60_000],
  [{ 'retry-after': 'soon' }, null],
  [{}, null],
])('a response with %o asks to wait for %s ms', (headers: Readonly<Record<string, string>>, ms) => {
  expect(readRetryAfter((name) => headers[name], 1_800_000_000_000)).toBe(ms);
});
