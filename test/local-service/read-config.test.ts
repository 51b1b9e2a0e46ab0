import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig, readConfig, toConcurrency, toRateLimits } from '../../src-main/local-service/read-config.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const STORAGE = { endpoint: 'https://s3.example.org', bucket: 'models' };

const parse = (value: unknown) => parseConfig(value, 'service.json');

describe('the configuration', () => {
  test('of nothing is the document’s (part 8)', () => {
    const config = parse({});
    expect(toRateLimits(config)).toEqual({ generation: 200, refine: 50, upload: 10, query: 1200 });
    const concurrency = { generation_h: 10, generation_p: 5, image: 1, animation: 10, processing: 5, mesh: 10 };
    expect(toConcurrency(config)).toEqual(concurrency);
    expect(config).toMatchObject({ region: 'international', presignTtlSeconds: 1800, outputUrlTtlSeconds: 86_400 });
    expect(config.entitlements).toEqual({ priority: 1, checkPrintable: false, vxc: false });
    expect([config.credits, config.balanceAlert]).toEqual([undefined, undefined]);
  });

  test('takes any part of itself, nested parts too', () => {
    const config = parse({
      limits: { refinePerMinute: 7, concurrency: { h3d: 3, p3d: 2 } },
      entitlements: { vxc: true },
    });
    expect(toRateLimits(config)).toMatchObject({ generation: 200, refine: 7 });
    expect(toConcurrency(config)).toMatchObject({ generation_h: 3, generation_p: 2, image: 1 });
    expect(config.entitlements).toEqual({ priority: 1, checkPrintable: false, vxc: true });
  });

  test('is refused by its size before it is read, and by its number of values before it is parsed', async () => {
    const file = path.join(makeTempFolder(), 'service.json');
    await writeFile(file, Buffer.alloc(1024 ** 2 + 1, ' '));
    await expect(readConfig(file)).rejects.toThrow(/service\.json cannot be read: it is larger than 1 MB\.$/);
    await writeFile(file, `[${'1,'.repeat(200_000)}1]`);
    await expect(readConfig(file)).rejects.toThrow(/service\.json is not JSON: [^.]*values\.$/);
  });

  test('may begin with a byte order mark', async () => {
    const file = path.join(makeTempFolder(), 'service.json');
    await writeFile(file, '\ufeff{"port":8080}');
    expect(await readConfig(file)).toMatchObject({ port: 8080 });
  });

  test('names every unknown key by its place, with the keys there are', () => {
    const unknown: [object, string][] = [
      [{ prot: 80 }, 'Unknown key "prot"; the keys are port, dataDir, region,'],
      [{ limits: { perMinute: 1 } }, 'Unknown key "limits.perMinute"; the keys are creationPerMinute,'],
      [{ limits: { concurrency: { h3D: 1 } } }, 'Unknown key "limits.concurrency.h3D"; the keys are h3d, p3d,'],
      [{ webhooks: [{ url: 'https://a.example.com', key: '' }] }, 'Unknown key "webhooks.0.key"; the keys are url.'],
      [{ entitlements: { admin: true } }, 'Unknown key "entitlements.admin"; the keys are priority,'],
      [{ storage: { ...STORAGE, key: '' } }, 'Unknown key "storage.key"; the keys are endpoint, region, bucket,'],
    ];
    for (const [config, words] of unknown) expect(() => parse(config)).toThrow(words);
  });

  test('refuses values that mean nothing, by name', () => {
    const wrong: [object, string][] = [
      [{ limits: { uploadsPerMinute: 0 } }, 'limits.uploadsPerMinute'],
      [{ limits: { concurrency: { mesh: 1.5 } } }, 'limits.concurrency.mesh'],
      [{ queueTimeoutSeconds: 3_000_000 }, 'queueTimeoutSeconds'],
      [{ presignTtlSeconds: -1 }, 'presignTtlSeconds'],
      [{ balanceAlert: -1 }, 'balanceAlert'],
      [{ region: 'moon' }, 'region'],
      [{ blockedWords: [' '] }, 'blockedWords.0'],
      [{ entitlements: { priority: 4 } }, 'entitlements.priority'],
      [{ webhooks: [{ url: 'http://example.com/' }] }, 'webhooks.0.url'],
      [{ storage: { bucket: 'models' } }, 'storage.endpoint'],
      [{ storage: { ...STORAGE, endpoint: 'https://s3.example.org/models' } }, 'storage.endpoint'],
      [{ storage: { ...STORAGE, endpoint: 's3.example.org' } }, 'storage.endpoint'],
      [{ storage: { ...STORAGE, bucket: 'My Models' } }, 'storage.bucket'],
      [{ storage: { ...STORAGE, prefix: 'dropforge' } }, 'storage.prefix'],
      [{ storage: STORAGE, outputUrlTtlSeconds: 604_800 }, 'outputUrlTtlSeconds: with storage, must be at most 604740'],
    ];
    for (const [config, words] of wrong) expect(() => parse(config)).toThrow(words);
    expect(parse({ webhooks: [{ url: 'http://127.0.0.1:9/x' }] }).webhooks).toHaveLength(1);
  });

  test('may name an object storage; its paths begin at the file', async () => {
    expect(parse({ storage: STORAGE }).storage).toEqual({
      ...STORAGE,
      region: 'us-east-1',
      prefix: '',
      pathStyle: true,
    });
    const file = path.join(makeTempFolder(), 'service.json');
    const storage = { ...STORAGE, caFile: 'ca.pem', credentialsFile: '/run/secrets/s3.json' };
    await writeFile(file, JSON.stringify({ storage }));
    expect((await readConfig(file)).storage).toMatchObject({
      caFile: path.join(path.dirname(file), 'ca.pem'),
      credentialsFile: path.resolve('/run/secrets/s3.json'),
    });
    await writeFile(file, JSON.stringify({ storage: STORAGE }));
    expect((await readConfig(file)).storage).not.toHaveProperty('caFile');
  });
});
