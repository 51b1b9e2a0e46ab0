import { appendFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { httpAnswer, startRawService, type RawAnswer } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const BYTES = Buffer.alloc(5_000_000, 'picture');
const never = new AbortController().signal;

/** Presigns a new token each time; the PUTs are answered in turn, the last answer for ever. */
async function setUp(...puts: RawAnswer[]) {
  let presigns = 0;
  let turn = 0;
  const service = await startRawService((socket, request) => {
    if (request.path !== '/v3/files/presign') return puts[Math.min(turn++, puts.length - 1)]?.(socket, request);
    presigns += 1;
    const url = `http://${request.headers['host']}/put/${presigns}?X-Amz-Signature=abc`;
    const data = { presigned_url: url, file_token: `file_${presigns}`, expires_in: 1800 };
    socket.write(httpAnswer(200, JSON.stringify({ code: 0, data })));
  });
  const client = createServiceClient(service.profile);
  onTestFinished(() => client.close());
  const file = path.join(makeTempFolder(), 'a.png');
  writeFileSync(file, BYTES);
  const upload = (onProgress: (share: number) => void = () => undefined) =>
    client.upload(file, 'png', never, onProgress);
  return { ...service, file, upload };
}

const answer =
  (status: number, body = ''): RawAnswer =>
  (socket) =>
    void socket.write(httpAnswer(status, body));

describe('an upload whose address expired', () => {
  test.each([401, 403, 404, 410])('on the way (%i) gets a new address and a new token', async (status) => {
    const { upload, requests } = await setUp(answer(status, '<Error><Code>AccessDenied</Code></Error>'), answer(200));
    const shares: number[] = [];
    expect(await upload((share) => shares.push(share))).toBe('file_2');
    expect(requests.map(({ path: at }) => at.split('?')[0])).toEqual([
      '/v3/files/presign',
      '/put/1',
      '/v3/files/presign',
      '/put/2',
    ]);
    expect(requests[3]?.body.equals(BYTES)).toBe(true);
    expect(shares).toContain(0);
    expect(shares.at(-1)).toBe(1);
  });

  test('three times is given up for now, in our own words and without the address', async () => {
    const { upload, requests } = await setUp(answer(403));
    const error: unknown = await upload().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'service_error', retryable: true });
    expect(String((error as Error).message)).not.toContain('Signature');
    expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(3);
  });

  test('does not hide another refusal', async () => {
    const { upload, requests } = await setUp(answer(500), answer(200));
    await expect(upload()).rejects.toMatchObject({ code: 'service_error', retryable: true });
    expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });
});

describe('a file that changes while it is sent', () => {
  const tamper = (change: (file: string) => void) => async (): Promise<void> => {
    let file = '';
    const set = await setUp((socket) => {
      change(file);
      socket.write(httpAnswer(200, ''));
    });
    file = set.file;
    await expect(set.upload()).rejects.toMatchObject({ code: 'file_unreadable', retryable: true, subject: 'a.png' });
  };
  test(
    'by growing is refused',
    tamper((file) => appendFileSync(file, 'x')),
  );
  test(
    'by being written over in place is refused',
    tamper((file) => writeFileSync(file, Buffer.alloc(BYTES.byteLength))),
  );
  test(
    'by another taking its name is refused',
    tamper((file) => {
      writeFileSync(`${file}.new`, Buffer.alloc(BYTES.byteLength));
      renameSync(`${file}.new`, file);
    }),
  );
  test('by shrinking is refused', async () => {
    const { upload, file } = await setUp(answer(200));
    const sent = upload((share) => share < 1 && truncateSync(file, 10));
    await expect(sent).rejects.toMatchObject({ code: 'file_unreadable', subject: 'a.png' });
  });
});

test('the key goes to the service alone: not with the bytes, not to where a redirect leads', async () => {
  const elsewhere = await startRawService(answer(200));
  const { upload, requests, profile } = await setUp((socket) => {
    socket.write(httpAnswer(307, '', { location: `${elsewhere.origin}/put` }));
  });
  await expect(upload()).rejects.toMatchObject({ name: 'AppError' });
  expect(elsewhere.requests).toEqual([]);
  expect(requests[0]?.headers['authorization']).toBe(`Bearer ${profile.apiKey}`);
  expect(JSON.stringify(requests[1]?.headers)).not.toContain(profile.apiKey);
});

test.each(['http://127.0.0.1:1/put', 'https://169.254.169.254/put', 'file:///etc/passwd', 'http://example.com/put'])(
  'an address that is not the service’s own and not a safe one is not written to: %s',
  async (url) => {
    const service = await startRawService((socket) => {
      const data = { presigned_url: url, file_token: 'file_1', expires_in: 1800 };
      socket.write(httpAnswer(200, JSON.stringify({ code: 0, data })));
    });
    const client = createServiceClient(service.profile);
    onTestFinished(() => client.close());
    const file = path.join(makeTempFolder(), 'a.png');
    writeFileSync(file, 'x');
    await expect(client.upload(file, 'png', never, () => undefined)).rejects.toMatchObject({ code: 'service_error' });
    expect(service.requests).toHaveLength(1);
  },
);
