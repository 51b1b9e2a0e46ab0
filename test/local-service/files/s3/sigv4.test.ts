import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSigV4, encodePath, parseMoment } from '../../../../src-main/local-service/files/s3/sigv4.ts';

// The examples of the Amazon S3 API Reference, “Authenticating Requests (AWS Signature Version 4)”.
const KEY = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const HOST = 'examplebucket.s3.amazonaws.com';
const TIME = Date.UTC(2013, 4, 24) / 1000;
const EMPTY = hash('sha256', '');

function signatureOf(request: {
  method?: string;
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string;
}): string | undefined {
  const { method = 'GET', path, query = {}, headers = {}, body } = request;
  const payloadHash = body === undefined ? EMPTY : hash('sha256', body);
  const signed = createSigV4(KEY).signHeaders({ method, host: HOST, path, query, headers, payloadHash }, TIME);
  return signed['authorization'];
}

describe('a signed request', () => {
  test('has the signature of the document for each of its examples', () => {
    expect(signatureOf({ path: '/test.txt', headers: { range: 'bytes=0-9' } })).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
        'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
    const put = {
      method: 'PUT',
      path: encodePath('/test$file.text'),
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: 'Welcome to Amazon S3.',
    };
    expect(signatureOf(put)).toMatch(/=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/);
    expect(signatureOf({ path: '/', query: { lifecycle: '' } })).toMatch(
      /=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543$/,
    );
    expect(signatureOf({ path: '/', query: { 'max-keys': '2', prefix: 'J' } })).toMatch(
      /=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7$/,
    );
  });
});

describe('a presigned URL', () => {
  const presign = (signer = createSigV4(KEY), time = TIME) => signer.presign('GET', HOST, '/test.txt', time, 86_400);

  test('has the query of the document', () => {
    expect(presign()).toBe(
      'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
        '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
        '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });

  test('does not depend on what the signer signed before', () => {
    const signer = createSigV4(KEY);
    const day = 86_400;
    const first = presign(signer);
    const next = presign(signer, TIME + day);
    signer.signHeaders({ method: 'GET', host: HOST, path: '/', query: {}, headers: {}, payloadHash: EMPTY }, TIME);
    expect(presign(signer, TIME + day)).toBe(next);
    expect(presign(signer)).toBe(first);
    expect(next).not.toBe(first);
  });
});

test('everything but unreserved characters and slashes is encoded in a path', () => {
  expect(encodePath("/a b/ü'(1)*!~-_.x")).toBe('/a%20b/%C3%BC%27%281%29%2A%21~-_.x');
});

test('a moment is read as it was written, and nothing else is one', () => {
  expect(parseMoment('20130524T000000Z')).toBe(TIME);
  for (const text of ['', '20130524', '20130524T000000', '2013-05-24T00:00:00Z']) expect(parseMoment(text)).toBeNull();
});
