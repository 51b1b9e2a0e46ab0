import { describe, expect, test } from 'vitest';
import {
  createProxyRoutes,
  proxyFromEnvironment,
  proxyFromPac,
} from '../../../src-main/service-client/http/proxy-route.ts';

const url = new URL('https://api.example.com/v3/x');

describe('the environment', () => {
  test.each<[string, NodeJS.ProcessEnv, string | null | undefined]>([
    ['says nothing', {}, undefined],
    ['says nothing with an empty name', { HTTPS_PROXY: '' }, undefined],
    ['names one for http only', { HTTP_PROXY: 'http://p:1' }, undefined],
    ['names one', { HTTPS_PROXY: 'http://p:3128' }, 'http://p:3128/'],
    ['names one in small letters', { https_proxy: 'http://p:3128' }, 'http://p:3128/'],
    ['names two: small letters win', { https_proxy: 'http://a:1', HTTPS_PROXY: 'http://b:1' }, 'http://a:1/'],
    ['names one without a scheme', { HTTPS_PROXY: 'p:3128' }, 'http://p:3128/'],
    ['names one behind TLS', { HTTPS_PROXY: 'https://p' }, 'https://p/'],
    ['names one for all', { ALL_PROXY: 'http://p:1' }, 'http://p:1/'],
    ['exempts all', { HTTPS_PROXY: 'p:1', NO_PROXY: '*' }, null],
    ['exempts the host', { HTTPS_PROXY: 'p:1', NO_PROXY: 'x.org, API.example.com' }, null],
    ['exempts the domain', { HTTPS_PROXY: 'p:1', no_proxy: 'example.com' }, null],
    ['exempts the domain with a dot', { HTTPS_PROXY: 'p:1', no_proxy: '.example.com' }, null],
    ['exempts the domain with a star', { HTTPS_PROXY: 'p:1', no_proxy: '*.example.com' }, null],
    ['exempts the port', { HTTPS_PROXY: 'p:1', no_proxy: 'api.example.com:443' }, null],
    ['exempts another port', { HTTPS_PROXY: 'p:1', no_proxy: 'api.example.com:8443' }, 'http://p:1/'],
    ['exempts a name that only ends alike', { HTTPS_PROXY: 'p:1', no_proxy: 'ample.com' }, 'http://p:1/'],
    ['exempts nothing with commas alone', { HTTPS_PROXY: 'p:1', no_proxy: ', ,' }, 'http://p:1/'],
  ])('%s', (_, env, expected) => {
    expect(proxyFromEnvironment(url, env)?.href ?? proxyFromEnvironment(url, env)).toEqual(expected);
  });

  test('exempts an address as it is written', () => {
    const env = { HTTPS_PROXY: 'p:1', NO_PROXY: '8.8.8.8,2606:4700::1111' };
    expect(proxyFromEnvironment(new URL('https://8.8.8.8/'), env)).toBeNull();
    expect(proxyFromEnvironment(new URL('https://[2606:4700::1111]/'), env)).toBeNull();
    expect(proxyFromEnvironment(new URL('https://1.8.8.8.8.example/'), env)).not.toBeNull();
  });

  test.each(['socks5://p:1080', 'ftp://p', 'http://', 'http://a b'])('naming %s is said to be unusable', (name) => {
    const ask = () => proxyFromEnvironment(url, { HTTPS_PROXY: name });
    expect(ask).toThrow(expect.objectContaining({ code: 'config_invalid' }));
  });
});

describe('a PAC answer', () => {
  test.each<[string, string | null]>([
    ['DIRECT', null],
    ['', null],
    ['PROXY p:8080', 'http://p:8080/'],
    ['PROXY p:8080; DIRECT', 'http://p:8080/'],
    ['HTTPS p:443', 'https://p/'],
    ['SOCKS5 s:1080; PROXY p:8080', 'http://p:8080/'],
    ['SOCKS s:1080; DIRECT', null],
    ['proxy [::1]:8080', 'http://[::1]:8080/'],
  ])('%j', (answer, expected) => {
    expect(proxyFromPac(answer)?.href ?? null).toBe(expected);
  });

  test('that knows only a way we cannot take is said so, not gone around', () => {
    expect(() => proxyFromPac('SOCKS5 s:1080')).toThrow(expect.objectContaining({ code: 'config_invalid' }));
  });
});

test.each(['http://127.0.0.1:80/', 'http://127.9.9.9/', 'http://[::1]/', 'http://localhost/', 'http://a.localhost./'])(
  '%s is this computer: nobody is asked',
  async (text) => {
    const resolveProxy = () => Promise.reject(new Error('asked'));
    const routes = createProxyRoutes({ env: { HTTPS_PROXY: 'p:1', HTTP_PROXY: 'p:1' }, resolveProxy });
    expect(await routes.find(new URL(text))).toBeNull();
  },
);
