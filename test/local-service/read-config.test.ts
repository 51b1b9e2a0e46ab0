import { describe, expect, test } from 'vitest';
import { parseConfig, toConcurrency, toRateLimits } from '../../src-main/local-service/read-config.ts';

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

  test('names every unknown key by its place, with the keys there are', () => {
    const unknown: [object, string][] = [
      [{ prot: 80 }, 'Unknown key "prot"; the keys are port, dataDir, region,'],
      [{ limits: { perMinute: 1 } }, 'Unknown key "limits.perMinute"; the keys are creationPerMinute,'],
      [{ limits: { concurrency: { h3D: 1 } } }, 'Unknown key "limits.concurrency.h3D"; the keys are h3d, p3d,'],
      [{ webhooks: [{ url: 'https://a.example.com', key: '' }] }, 'Unknown key "webhooks.0.key"; the keys are url.'],
      [{ entitlements: { admin: true } }, 'Unknown key "entitlements.admin"; the keys are priority,'],
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
    ];
    for (const [config, words] of wrong) expect(() => parse(config)).toThrow(words);
    expect(parse({ webhooks: [{ url: 'http://127.0.0.1:9/x' }] }).webhooks).toHaveLength(1);
  });
});
