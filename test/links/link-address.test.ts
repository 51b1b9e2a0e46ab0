import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkLink, checkProxiedLink } from '../../src-main/links/check-link.ts';
import { checkAddress } from '../../src-main/links/link-lookup.ts';
import { registerOwnPort, isOwnPort } from '../../src-main/base/network/own-ports.ts';

const OFF = { allowPrivateNetwork: false };
const ON = { allowPrivateNetwork: true };

const INSIDE = [
  '127.0.0.1',
  '127.8.9.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
];

describe('links', () => {
  test.each(INSIDE)('are refused for %s unless private networks are allowed', (address) => {
    expect(checkAddress(address, 443, OFF)).toBe('private_network');
    expect(checkAddress(address, 443, ON)).toBeNull();
  });

  test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111'])('to %s', (address) => {
    expect(checkAddress(address, 443, OFF)).toBeNull();
  });

  test('are always refused for ports of Dropforge itself, by any address of this computer', () => {
    const letGo = registerOwnPort(40_123);
    onTestFinished(letGo);
    const own = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
    const mapped = ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:0:0'];
    for (const address of ['127.0.0.1', '127.3.2.1', '0.0.0.0', '::1', '::', ...mapped, ...own]) {
      expect([address, checkAddress(address, 40_123, ON)]).toEqual([address, 'own_port']);
    }
    for (const address of ['8.8.8.8', '::ffff:808:808', '::2']) expect(checkAddress(address, 40_123, ON)).toBeNull();
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]']) {
      expect(() => checkLink(`http://${host}:40123/`, ON)).toThrow(expect.objectContaining({ code: 'link_wrong' }));
    }
    const again = registerOwnPort(40_123);
    letGo();
    letGo();
    expect(isOwnPort(40_123)).toBe(true);
    again();
    expect([isOwnPort(40_123), checkAddress('127.0.0.1', 40_123, ON)]).toEqual([false, null]);
  });
});

describe('an address as it is written', () => {
  test.each([
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'https://１９２.168.0.1/',
    'http://169.254.169.254/latest/meta-data',
  ])('%s is inside, however it is spelled', (link) => {
    expect(() => checkLink(link, OFF)).toThrow(expect.objectContaining({ code: 'link_inside' }));
    expect(checkLink(link, ON).hostname).not.toBe('');
  });

  test.each([
    ['ftp://a.example/x', 'Only https and http links are supported.'],
    ['file:///etc/passwd', 'It is not a valid address.'],
    ['https://', 'It is not a valid address.'],
    ['cat.png', 'It is not a valid address.'],
    ['https://me@a.example/x', 'Links with a user name or password are not supported.'],
    ['https://me:pw@a.example/x', 'Links with a user name or password are not supported.'],
    [`https://a.example/${'x'.repeat(9_000)}`, 'The link is too long.'],
  ])('%s is not followed', (link, message) => {
    expect(() => checkLink(link, ON)).toThrow(expect.objectContaining({ code: 'link_wrong', message }));
  });

  test('leads on relative to where it lay, and from https never to http', () => {
    const from = new URL('https://a.example/x/y?secret=1');
    expect(checkLink('../cat.png', OFF, from).href).toBe('https://a.example/cat.png');
    expect(checkLink('//b.example/cat.png', OFF, from).href).toBe('https://b.example/cat.png');
    expect(() => checkLink('http://b.example/', OFF, from)).toThrow('It redirects from https to http.');
    expect(checkLink('https://b.example/', OFF, new URL('http://a.example/')).protocol).toBe('https:');
    expect(() => checkLink('http://10.0.0.1/', OFF, new URL('http://a.example/'))).toThrow(
      expect.objectContaining({ code: 'link_inside', subject: 'a.example' }),
    );
  });

  test('through a proxy is judged by its name', () => {
    for (const host of ['localhost', 'nas.local', 'wiki.internal', 'router', '10.0.0.1']) {
      expect(() => checkProxiedLink(new URL(`http://${host}/`), OFF)).toThrow(
        expect.objectContaining({ code: 'link_inside' }),
      );
      expect(() => checkProxiedLink(new URL(`http://${host}/`), ON)).not.toThrow();
    }
    expect(() => checkProxiedLink(new URL('https://a.example/'), OFF)).not.toThrow();
  });
});
