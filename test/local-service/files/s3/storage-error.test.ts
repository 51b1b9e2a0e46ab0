import { expect, test } from 'vitest';
import { StorageError } from '../../../../src-main/local-service/files/s3/storage-error.ts';

test('what may pass in a moment is asked again; a refusal, a certificate and a long silence are not', () => {
  const cases: [status: number | null, code: string, isTransient: boolean][] = [
    [503, 'SlowDown', true],
    [500, 'InternalError', true],
    [429, 'TooManyRequests', true],
    [400, 'RequestTimeout', true],
    [501, 'NotImplemented', false],
    [403, 'AccessDenied', false],
    [404, 'NoSuchBucket', false],
    [null, 'ECONNRESET', true],
    [null, 'UND_ERR_SOCKET', true],
    [null, 'CERT_HAS_EXPIRED', false],
    [null, 'DEPTH_ZERO_SELF_SIGNED_CERT', false],
    [null, 'ERR_TLS_CERT_ALTNAME_INVALID', false],
    [null, 'UND_ERR_HEADERS_TIMEOUT', false],
  ];
  for (const [status, code, isTransient] of cases) {
    expect([code, new StorageError({ status, code, reason: '' }).isTransient]).toEqual([code, isTransient]);
  }
});
