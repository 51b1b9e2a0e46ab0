import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMac } from '../../../src-main/local-service/files/url-signer.ts';

test('the quick HMAC is the runtime’s own', () => {
  for (const length of [0, 1, 32, 63, 64]) {
    const secret = randomBytes(length);
    const mac = createMac(secret);
    for (const text of ['', 'GET\n/outputs/a/b\n1\n0', 'ü'.repeat(200)]) {
      expect(mac(text)).toBe(createHmac('sha256', secret).update(text).digest('base64url'));
    }
  }
});
