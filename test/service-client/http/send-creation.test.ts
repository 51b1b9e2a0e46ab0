import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createNodeNetwork } from '../../../src-main/service-client/http/node-network.ts';
import { sendCreation, type CreationOutcome } from '../../../src-main/service-client/http/send-creation.ts';
import type { ServiceProfile } from '../../../src-main/service-client/services/service-profile.ts';
import { httpAnswer, profileOf, startRawService, type RawAnswer } from '../../helpers/service/raw-service.ts';

const UUID = '0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c11';
const REQUEST_ID = '5d0c9b1e-4f0a-4a9e-8f9b-3f6f1f1f1f1f';
const BODY = '{"model":"P2-20260801","note":"æøå 漢字 😀"}';
const CREATED = JSON.stringify({ code: 0, status: 'success', data: { task_id: UUID, type: 'x', status: 'queued' } });
const envelope = (code: number): string => JSON.stringify({ code, status: 'error', message: 'No.', suggestion: 'Do.' });
const answer =
  (status: number, body: string, headers: Record<string, string | number> = {}): RawAnswer =>
  (socket) =>
    void socket.write(httpAnswer(status, body, headers));

const network = createNodeNetwork();
afterAll(() => network.close());
const send = (profile: ServiceProfile, path: string): Promise<CreationOutcome> =>
  sendCreation({ profile, network, path, body: BODY, requestId: REQUEST_ID, now: Date.now });

describe('the outcome of a creation POST', () => {
  test.each<[string, string, RawAnswer]>([
    ['created', '200 with a task id', answer(200, CREATED)],
    ['created', '201 with a task id', answer(201, CREATED)],
    ['refused', '401 code 2', answer(401, envelope(2))],
    ['refused', '401 code 1002', answer(401, envelope(1002))],
    ['refused', '400 code 1003', answer(400, envelope(1003))],
    ['refused', '400 code 1004', answer(400, envelope(1004))],
    ['refused', '400 code 2008', answer(400, envelope(2008))],
    ['refused', '403 code 2010', answer(403, envelope(2010))],
    ['refused', '413 code 2021', answer(413, envelope(2021))],
    ['refused', '404 code 4001', answer(404, envelope(4001))],
    ['try_later', '408 in an envelope', answer(408, envelope(1003))],
    ['ambiguous', '408 of a gateway', answer(408, 'Request timeout')],
    ['try_later', '429 code 1007', answer(429, envelope(1007))],
    ['try_later', '429 code 2000', answer(429, envelope(2000))],
    ['try_later', '429 of a gateway in plain text', answer(429, 'Slow down')],
    ['try_later', '429 of a gateway in HTML', answer(429, '<html>Too many requests</html>')],
    ['try_later', '429 without a body', answer(429, '')],
    ['try_later', '429 with JSON that is no envelope', answer(429, '{"error":"too many requests"}')],
    ['try_later', '429 with an unknown code', answer(429, envelope(7777))],
    ['refused', '429 with a refusal code', answer(429, envelope(2010))],
    ['ambiguous', '429 that names a task', answer(429, CREATED)],
    ['ambiguous', '400 of a proxy', answer(400, '<html>Bad request</html>')],
    ['ambiguous', '401 without an envelope', answer(401, '')],
    ['ambiguous', '400 with an unknown code', answer(400, envelope(7777))],
    ['ambiguous', '408', answer(408, '')],
    ['ambiguous', '499', answer(499, envelope(1000))],
    ['ambiguous', '500 code 1000', answer(500, envelope(1000))],
    ['ambiguous', '500 with a refusal code', answer(500, envelope(1004))],
    ['ambiguous', '502 in HTML', answer(502, '<html>Bad gateway</html>')],
    ['ambiguous', '503 code 1001', answer(503, envelope(1001))],
    ['ambiguous', '504', answer(504, '')],
    ['ambiguous', '200 with an error code', answer(200, envelope(2010))],
    ['ambiguous', '200 in HTML', answer(200, '<html>Welcome to the Wi-Fi</html>')],
    ['ambiguous', '200 with an id that is none', answer(200, CREATED.replace(UUID, '../abc'))],
    ['ambiguous', '200 without data', answer(200, '{"code":0}')],
    ['ambiguous', '204', answer(204, '')],
    ['ambiguous', '307 to itself', answer(307, '', { location: '/v3/generation/image-to-model' })],
    ['ambiguous', '302 elsewhere', answer(302, '', { location: 'https://elsewhere.invalid/' })],
    ['ambiguous', 'an upgrade', answer(101, '', { upgrade: 'x', connection: 'upgrade' })],
    ['ambiguous', 'a reset before the headers', (socket) => void socket.resetAndDestroy()],
    ['ambiguous', 'an end before the headers', (socket) => void socket.end()],
    ['ambiguous', 'no HTTP at all', (socket) => void socket.end('SSH-2.0-OpenSSH_9\r\n')],
    ['ambiguous', 'half the headers', (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-le')],
    [
      'ambiguous',
      'a reset within the body',
      (socket) => void socket.write(httpAnswer(200, CREATED).subarray(0, -10), () => socket.resetAndDestroy()),
    ],
    ['ambiguous', 'a truncated 200', (socket) => void socket.end(httpAnswer(200, CREATED, { 'content-length': 4000 }))],
    ['ambiguous', 'an answer of 2 MB', answer(200, `${' '.repeat(2 * 1024 * 1024)}${CREATED}`)],
  ])('%s: %s', async (kind, _, reply) => {
    const service = await startRawService(reply);
    const outcome = await send(service.profile, '/v3/generation/image-to-model');
    expect(outcome.kind).toBe(kind);
    if (outcome.kind === 'created') expect(outcome.taskId).toBe(UUID);
    expect(service.requests.map(({ method }) => method)).toEqual(['POST']);
    expect(service.requests[0]?.body.toString('utf8')).toBe(BODY);
    expect(service.requests[0]?.headers['x-request-id']).toBe(REQUEST_ID);
    expect(outcome.kind === 'created' || outcome.error.requestId).toBe(kind === 'created' || REQUEST_ID);
    expect(service.requests[0]?.headers['content-length']).toBe(String(Buffer.byteLength(BODY)));
  });

  test.each([
    ['connection refused', 'http://127.0.0.1:1'],
    ['no such name', 'http://no-such-host.invalid'],
  ])('not_sent: %s', async (_, url) => {
    const outcome = await send(profileOf(url), '/v3/models/convert');
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'offline', retryable: true } });
  });

  test('not_sent: no TLS', async () => {
    const heard: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        heard.push(bytes.toString('latin1'));
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const outcome = await send(profileOf(`https://127.0.0.1:${port}`), '/v3/models/convert');
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'offline', retryable: true } });
    expect(heard.join('')).not.toContain('POST');
  });

  test('the service’s own word on when to come back is kept', async () => {
    const after = await startRawService(answer(429, envelope(2000), { 'retry-after': 7 }));
    const outcome = await send(after.profile, '/v3/x');
    const wait = outcome.kind === 'try_later' ? (outcome.error.retryAt ?? 0) - Date.now() : 0;
    expect(wait).toBeGreaterThan(5_000);
    expect(wait).toBeLessThanOrEqual(7_000);
    const reset = await startRawService(answer(429, envelope(1007), { 'x-ratelimit-reset': 4_000_000_000 }));
    expect(await send(reset.profile, '/v3/x')).toMatchObject({
      error: { retryAt: 4_000_000_000_000 },
    });
  });

  test.each([
    ['seconds', () => '7'],
    ['an HTTP date', () => new Date(Date.now() + 7_000).toUTCString()],
  ])('a 429 of a gateway says in %s when to come back', async (_, after) => {
    const gateway = await startRawService(
      (socket) => void socket.write(httpAnswer(429, '<html>Slow down</html>', { 'retry-after': after() })),
    );
    const outcome = await send(gateway.profile, '/v3/x');
    expect(outcome).toMatchObject({ kind: 'try_later', error: { code: 'rate_limited', retryable: true } });
    const waitMs = outcome.kind === 'try_later' ? (outcome.error.retryAt ?? 0) - Date.now() : 0;
    expect(waitMs).toBeGreaterThan(5_000);
    expect(waitMs).toBeLessThanOrEqual(7_000);
  });

  test('every POST goes on a connection of its own', async () => {
    const service = await startRawService(answer(200, CREATED, { connection: 'keep-alive' }));
    for (let turn = 0; turn < 3; turn++) await send(service.profile, '/v3/x');
    expect(service.requests.map(({ connection }) => connection)).toEqual([1, 2, 3]);
  });

  test('the key goes to the service alone, not after a redirect', async () => {
    const elsewhere = await startRawService(answer(200, CREATED));
    const service = await startRawService(answer(307, '', { location: `${elsewhere.origin}/v3/x` }));
    await send(service.profile, '/v3/x');
    expect(service.requests[0]?.headers['authorization']).toBe(`Bearer ${service.profile.apiKey}`);
    expect(elsewhere.requests).toEqual([]);
  });
});
