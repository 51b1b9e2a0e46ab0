import { describe, expect, onTestFinished, test } from 'vitest';
import { request } from 'undici';
import { checkForeignUrl, createGuardedDispatcher } from '../../../src-main/service-client/http/address-guard.ts';
import { isPublicAddress } from '../../../src-main/base/network/public-address.ts';
import { httpAnswer, startRawService } from '../../helpers/service/raw-service.ts';

const ORIGIN = 'https://api.example.com';

/** Hosts as a URL may spell them; the URL parser turns most into one form, and all must be refused. */
const INSIDE = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '012.0.0.1',
  '0xa.0.0.1',
  '167772161',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.1',
  '3232235521',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '100.64.0.1',
  '100.127.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '１２７.0.0.1',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:0:169.254.169.254]',
  '[::ffff:0:8.8.8.8]',
  '[5f00::1]',
  '[100:0:0:1::1]',
  '[2620:4f:8000::1]',
  '[4000::1]',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  '[0:0:0:0:0:ffff:c0a8:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::1]',
  '[100::1]',
  '[2001::1]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[3fff::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[ff0e::1]',
];

const OUTSIDE = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '[2606:4700::1111]',
  '[::ffff:8.8.8.8]',
];

describe('addresses', () => {
  test.each(INSIDE)('https://%s/ is inside and refused', (host) => {
    expect(() => checkForeignUrl(`https://${host}/a.glb`, [ORIGIN])).toThrow(/in the local network/);
  });

  test.each(OUTSIDE)('https://%s/ is outside and taken', (host) => {
    expect(checkForeignUrl(`https://${host}/a.glb`, [ORIGIN]).pathname).toBe('/a.glb');
  });

  test('what is no address is not public', () => {
    for (const text of ['', 'localhost', '1.2.3', '::g', '127.0.0.1:80', 'fe80::1%eth0']) {
      expect(isPublicAddress(text)).toBe(false);
    }
  });
});

describe('a URL the service names', () => {
  test.each([
    'http://8.8.8.8/a',
    'ftp://example.com/a',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:1',
    'blob:https://x/1',
    'https://user@example.com/',
    'https://user:pw@example.com/',
    'not a url',
    '',
    '//example.com/a',
    '/a.glb',
    'http://api.example.com/a',
    'http://localhost/a',
  ])('is refused: %s', (url) => {
    expect(() => checkForeignUrl(url, [ORIGIN])).toThrow(expect.objectContaining({ code: 'download_failed' }));
  });

  test('may be of the service itself, to the port', () => {
    const own = 'http://127.0.0.1:8080';
    const storage = 'https://s3.studio.local';
    expect(checkForeignUrl(`${storage}/models/a`, [own, storage]).host).toBe('s3.studio.local');
    expect(() => checkForeignUrl('https://10.0.0.7/models/a', [own, storage])).toThrow();
    expect(checkForeignUrl(`${own}/outputs/a`, [own]).pathname).toBe('/outputs/a');
    expect(() => checkForeignUrl('http://127.0.0.1:8081/outputs/a', [own])).toThrow();
    expect(() => checkForeignUrl('https://127.0.0.1:8080/outputs/a', [own])).toThrow();
  });
});

describe('a name that leads inside', () => {
  test('is resolved and judged at the moment of connecting; not one byte goes there', async () => {
    const inside = await startRawService((socket) => void socket.write(httpAnswer(200, 'secret')));
    const dispatcher = createGuardedDispatcher();
    onTestFinished(() => dispatcher.destroy());
    // `localhost` stands for a name whose second answer points inside: the check of the URL lets every name pass.
    const url = inside.origin.replace('127.0.0.1', 'localhost');
    expect(checkForeignUrl(url.replace('http:', 'https:'), [ORIGIN]).hostname).toBe('localhost');
    await expect(request(url, { dispatcher })).rejects.toMatchObject({ code: 'EPRIVATE' });
    expect(inside.requests).toEqual([]);
  });
});
