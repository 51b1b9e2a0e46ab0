import { describe, expect, it } from 'vitest';
import { redact } from '../../../src-main/base/log/redact.ts';

const HOME = '/home/me';
const clean = (text: string, known: readonly string[] = []): string => redact(text, known, HOME);

describe('what opens a door is taken out', () => {
  it.each([
    ['a bearer', 'Authorization: Bearer sk_live_1234567890', 'sk_live_1234567890'],
    ['a header in JSON', '{"authorization":"Bearer abcdef123456","x":1}', 'abcdef123456'],
    ['a cookie', 'set-cookie: session=abc123def; Path=/', 'abc123def'],
    ['a key by its form', 'the key tsk_AbC123dEf456 was refused', 'tsk_AbC123dEf456'],
    ['the key of the local service', 'local_Zk3-x_91aQ0bb2c3d4e5f6', 'Zk3-x_91aQ0bb2c3d4e5f6'],
    ['a secret of webhooks', 'whsec_MfKQ9r8GKYqrTwjU', 'MfKQ9r8GKYqrTwjU'],
    ['a signed address', 'GET https://files.example/m.glb?X-Amz-Signature=0a1b2c&X-Amz-Date=2026 failed', '0a1b2c'],
    ['the query of any address', 'http://127.0.0.1:4000/a?id=7&sig=zzz', 'zzz'],
    ['a parameter of any name', 'http://127.0.0.1:4000/a?id=7&of=zzz', 'zzz'],
    ['what stands after the # of an address', 'http://127.0.0.1:4000/#token=TJGf6QmC', 'TJGf6QmC'],
    ['a password before the @', 'http://me:hunter2@proxy.example:3128/', 'hunter2'],
    ['a named value', 'apiKey=hunter2hunter2 next', 'hunter2hunter2'],
    ['a token in JSON', '"fileToken":"f-77aa"', 'f-77aa'],
    ['a JSON web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'c2lnbmF0dXJl'],
    ['a long random word', 'value 4f8Gh2kLmN0pQrS7tUvWxYz1', '4f8Gh2kLmN0pQrS7tUvWxYz1'],
  ])('%s', (_, text, secret) => {
    expect(clean(text)).not.toContain(secret);
    expect(clean(text)).toContain('[hidden]');
  });

  it('and whatever is known to be secret, whatever it looks like', () => {
    expect(clean('It said: open sesame now.', ['open sesame'])).toBe('It said: [hidden] now.');
  });
});

describe('what a person reports with stays', () => {
  it.each([
    'job 019a2b3c-4d5e-6f70-8192-a3b4c5d6e7f8: done, 3 files',
    'task_id: 019a2b3c-4d5e-6f70-8192-a3b4c5d6e7f8',
    'https://api.example.com/v3/tasks answered 429',
    'The service asks to wait.',
    'key:set: invalid_api_key. It was refused.',
    'request r-42, code 1007',
  ])('%s', (text) => expect(clean(text)).toBe(text));
});

it('home folders are shortened, and nobody’s name stands in a path', () => {
  expect(clean('/home/me/Pictures/a.png')).toBe('~/Pictures/a.png');
  expect(clean('/Users/artist/Pictures/a.png')).toBe('/Users/…/Pictures/a.png');
  expect(clean('C:\\Users\\artist\\a.png')).toBe('C:\\Users\\…\\a.png');
});

it.each([
  ['schemes', 'a.'],
  ['addresses', 'http://'],
  ['words before a token', 'aaaa'],
  ['names of secrets', 'secret'],
  ['names of headers', 'x-amz-'],
  ['names and signs', 'token= '],
  ['web tokens', '-eyJ'],
  ['keys', 'sk_a'],
  ['certificates', '-----BEGIN '],
  ['ends of certificates', '-----BEGIN a-----END '],
  ['mixed words', 'aB3-'],
  ['spaces after a name', 'key'.padEnd(400)],
  ['home folders', '/home/'],
])('repeated %s take linear time', (_, piece) => {
  // Quadratic time would need hours.
  const text = piece.repeat(4_000_000 / piece.length);
  expect(clean(text).length).toBeLessThanOrEqual(2 * text.length);
});
