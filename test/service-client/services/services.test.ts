import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SpawnService } from '../../../src-main/service-client/local-service/spawn-service.ts';
import { createLocalService } from '../../../src-main/service-client/local-service/local-service-process.ts';
import { localServiceSetup, setRehearsal } from '../../../src-main/service-client/local-service/local-service-setup.ts';
import { normaliseBaseUrl, secretName } from '../../../src-main/service-client/services/services.ts';
import { cloudServiceId } from '../../../src-main/service-client/services/service-profile.ts';
import { spawnNodeService } from '../../../src-main/service-client/local-service/spawn-service.ts';
import {
  readRetryAt,
  toServiceError,
  toTaskError,
  toTransportError,
} from '../../../src-main/service-client/http/to-app-error.ts';
import { generationConfig } from '../../../src-shared/api/generators/generator-config.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

describe('the base URL', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['  https://API.example.com/  ', 'https://api.example.com'],
    ['https://api.example.com/v3', 'https://api.example.com'],
    ['https://api.example.com/v3/', 'https://api.example.com'],
    ['https://example.com/prefix/v3//', 'https://example.com/prefix'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
    ['http://localhost', 'http://localhost'],
  ])('%j is kept as %s', (typed, kept) => expect(normaliseBaseUrl(typed)).toBe(kept));

  test.each([
    '',
    'api.example.com',
    'http://api.example.com',
    'http://127.0.0.1.evil.com',
    'ftp://127.0.0.1',
    'https://u:p@x.com',
    'https://x.com?a=1',
    'https://x.com/#a',
    'https://',
  ])('%j is refused with a sentence', (typed) =>
    expect(() => normaliseBaseUrl(typed)).toThrow(
      expect.objectContaining({ code: 'config_invalid', subject: 'The base URL' }),
    ),
  );

  test('and the key together are one identity that tells neither', () => {
    const id = cloudServiceId('https://a', 'sk_secret');
    expect(id).not.toContain('sk_secret');
    expect(new Set([id, cloudServiceId('https://b', 'sk_secret'), cloudServiceId('https://a', 'sk_other')]).size).toBe(
      3,
    );
    expect(secretName('https://a')).not.toBe(secretName('https://b'));
  });
});

describe('the words for what the service answers', () => {
  const facts = (status: number) => ({ status, requestId: 'ours', retryAt: null });
  const envelope = (code: number) => ({ code, message: 'M.', suggestion: 'S.' });

  test.each([
    [401, null, 'invalid_api_key', false],
    [401, envelope(1003), 'invalid_api_key', false],
    [400, envelope(1004), 'bad_request', false],
    [403, envelope(2010), 'insufficient_credits', false],
    [404, envelope(2001), 'task_missing', false],
    [400, envelope(2008), 'moderation', false],
    [413, envelope(2022), 'file_too_large', false],
    [429, null, 'rate_limited', true],
    [429, envelope(2000), 'rate_limited', true],
    [500, envelope(1000), 'service_error', true],
    [502, null, 'service_error', true],
    [404, null, 'service_error', true],
  ])('%i %j is %s', (status, body, code, retryable) => {
    const error = toServiceError(facts(status), body);
    expect(error).toMatchObject({ code, retryable, requestId: 'ours' });
    expect(error.message).toBe(body ? 'M. S.' : `The server returned ${status}.`);
  });

  test('a failed task is moderation, a queue that was too long, or simply failed', () => {
    expect([2008, 2018, 1000, null].map((code) => toTaskError(code, 'x').code)).toEqual([
      'moderation',
      'queue_timeout',
      'task_failed',
      'task_failed',
    ]);
    expect(toTransportError(Object.assign(new Error('x'), { code: 'ECONNRESET' }))).toMatchObject({
      code: 'offline',
      message: 'The connection was closed early.',
    });
  });

  test.each([
    [{ 'retry-after': '7' }, 8_000],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:01:00 GMT' }, 60_000],
    [{ 'retry-after': 'soon', 'x-ratelimit-reset': '1700000000' }, 1_700_000_000_000],
    [{ 'retry-after': '-1', 'x-ratelimit-reset': '-5' }, null],
    [{ 'x-ratelimit-reset': '1e300' }, null],
    [{}, null],
  ])('%j is a moment', (headers, at) => {
    const header = (name: string): string | undefined => (headers as Record<string, string>)[name];
    const given = readRetryAt({ status: 429, header }, 1_000);
    expect(given).toBe(at);
  });
});

const FREE = { rehearsal: false, rehearsals: 0 };
const generation = generationConfig.parse({});
const freeSetup = () => localServiceSetup({ ...FREE, generation });

describe('the local service’s process', () => {
  test('starts when it is needed, and again when it has died', async () => {
    const pids: (number | undefined)[] = [];
    const spawn: SpawnService = (entry, args) => {
      const child = spawnNodeService(entry, args);
      pids.push(child.pid);
      return child;
    };
    const local = createLocalService(spawn, makeTempFolder(), freeSetup);
    onTestFinished(() => local.close());
    expect(local.isUp()).toBe(false);
    const [first, same] = await Promise.all([local.endpoint(), local.endpoint()]);
    expect(same).toEqual(first);
    expect(local.isUp()).toBe(true);
    const died = new Promise<void>((resolve) => {
      local.onChange(resolve);
    });
    process.kill(pids[0] as number, 'SIGKILL');
    await died;
    const second = await local.endpoint();
    // Running jobs keep their client, which accepts results from its own address only.
    expect(second).toEqual(first);
    const balance = await fetch(`${second.baseUrl}/v3/account/balance`, {
      headers: { authorization: `Bearer ${second.apiKey}` },
    });
    expect([balance.status, pids.length]).toEqual([200, 2]);
    // Limits nobody meets: the cloud's are for the cloud.
    expect(balance.headers.get('x-ratelimit-limit')).toBe('100000');
  });

  // Windows cannot hold a process.
  test.skipIf(process.platform === 'win32')(
    'is killed if it does not end, so that the next one gets its folder',
    async () => {
      const pids: number[] = [];
      const spawn: SpawnService = (entry, args) => {
        const child = spawnNodeService(entry, args);
        pids.push(child.pid ?? 0);
        return child;
      };
      const local = createLocalService(spawn, makeTempFolder(), freeSetup);
      onTestFinished(() => local.close());
      const first = await local.endpoint();
      const [held = 0] = pids;
      onTestFinished(() => void (isRunning(held) && process.kill(held, 'SIGKILL')));
      process.kill(held, 'SIGSTOP');
      await local.restart();
      await expect.poll(() => isRunning(held)).toBe(false);
      expect(await local.endpoint()).toEqual(first);
      expect(pids).toHaveLength(2);
    },
  );

  test('starts at another port when its last one was taken in between', async () => {
    const local = createLocalService(spawnNodeService, makeTempFolder(), freeSetup);
    onTestFinished(() => local.close());
    const first = await local.endpoint();
    await local.restart();
    const other = createServer().listen(Number(new URL(first.baseUrl).port), '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const second = await local.endpoint();
    expect(second.baseUrl).not.toBe(first.baseUrl);
    // Who has the old port now may have seen the key.
    expect(second.apiKey).not.toBe(first.apiKey);
  });

  test('rehearses the cloud after a restart, and grants for each rehearsal once', async () => {
    let settings = FREE;
    const local = createLocalService(spawnNodeService, makeTempFolder(), () =>
      localServiceSetup({ ...settings, generation }),
    );
    onTestFinished(() => local.close());
    const ask = async () => {
      const { baseUrl, apiKey } = await local.endpoint();
      const answer = await fetch(`${baseUrl}/v3/account/balance`, { headers: { authorization: `Bearer ${apiKey}` } });
      const { data } = (await answer.json()) as { data: { balance: number } };
      return [data.balance, Number(answer.headers.get('x-ratelimit-limit')), apiKey] as const;
    };
    const turn = async (on: boolean) => {
      settings = setRehearsal(settings, on);
      // Who asks while it restarts waits for the next one.
      const [, next] = await Promise.all([local.restart(), ask()]);
      return next;
    };
    const [, , key] = await ask();
    expect(await turn(true)).toEqual([1000, 1200, key]);
    expect(await turn(true)).toEqual([1000, 1200, key]);
    expect(await turn(false)).toEqual([1000, 100_000, key]);
    expect(await turn(true)).toEqual([2000, 1200, key]);
  });

  test('spends nothing at another service while it rehearses', () => {
    const studio = {
      name: 'studio',
      kind: 'service',
      url: 'https://studio.example',
      keyFile: '/key',
      creditsPerDay: 50,
    };
    const withStudio = generationConfig.parse({ generators: [studio] });
    const creditsOf = (rehearsal: boolean) =>
      localServiceSetup({ ...FREE, rehearsal, generation: withStudio })['generation'];
    expect([creditsOf(false), creditsOf(true)]).toMatchObject([
      { generators: [{ creditsPerDay: 50 }] },
      { generators: [{ name: 'studio', creditsPerDay: 0 }] },
    ]);
  });

  test('that does not start is down, in its own words, and is tried again', async () => {
    const folder = makeTempFolder();
    const local = createLocalService(
      (entry) => spawnNodeService(entry, ['--config', `${folder}/missing.json`]),
      folder,
      freeSetup,
    );
    onTestFinished(() => local.close());
    for (let turn = 0; turn < 2; turn++) {
      await expect(local.endpoint()).rejects.toMatchObject({
        code: 'local_service_down',
        retryable: true,
        message: expect.stringContaining('missing.json') as string,
      });
    }
  });

  test('is not started any more once the app closes', async () => {
    let starts = 0;
    const local = createLocalService(
      (entry, args) => (starts++, spawnNodeService(entry, args)),
      makeTempFolder(),
      freeSetup,
    );
    const late = local.endpoint();
    await local.close();
    await expect(late).rejects.toMatchObject({ code: 'local_service_down' });
    await expect(local.endpoint()).rejects.toMatchObject({ code: 'local_service_down' });
    expect(starts).toBe(0);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
