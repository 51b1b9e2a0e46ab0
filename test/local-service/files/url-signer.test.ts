import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMac, createUrlSigner } from '../../../src-main/local-service/files/url-signer.ts';

test('the quick HMAC is the runtime’s own', () => {
  for (const length of [0, 1, 32, 63, 64]) {
    const secret = randomBytes(length);
    const mac = createMac(secret);
    for (const text of ['', 'GET\n/outputs/a/b\n1\n0', 'ü'.repeat(200)]) {
      expect(mac(text)).toBe(createHmac('sha256', secret).update(text).digest('base64url'));
    }
  }
});

test.each([
  ['method', 'PUT', '/files/a', {}],
  ['path', 'GET', '/files/b', {}],
  ['expiry', 'GET', '/files/a', { expires: '4000000000' }],
  ['size', 'GET', '/files/a', { max: '6' }],
] as const)('a signed address is bound to its %s', (_, method, path, changed) => {
  const signer = createUrlSigner('key', () => 1_000);
  const query = Object.fromEntries(new URLSearchParams(signer.sign('GET', '/files/a', 60, 5).split('?')[1]));
  expect(signer.check('GET', '/files/a', query)).toBe('valid');
  expect(signer.check(method, path, { ...query, ...changed })).toBe('forged');
});
