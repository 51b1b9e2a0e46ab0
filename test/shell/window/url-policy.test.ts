import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAppUrl, isOwnDownload, mayOpenExternally } from '../../../src-main/shell/window/url-policy.ts';

describe('mayOpenExternally', () => {
  it('lets the listed sites through, over https', () => {
    expect(mayOpenExternally('https://www.blender.org/download/')).toBe(true);
  });

  it.each([
    'http://www.blender.org/',
    'https://www.blender.org.evil.example/',
    'https://evil.example/www.blender.org',
    'https://www.blender.org@evil.example/',
    'https://user:word@www.blender.org/',
    'https://www.blender.org:8443/',
    'https://www.blender.org\\@evil.example/',
    ' https://www.blender.org/',
    'ht\ntps://www.blender.org/',
    'https://www.blender.org/\u0000',
    '//www.blender.org/',
    '\\\\www.blender.org\\share',
    'https:www blender.org',
    '',
  ])('refuses %j', (url) => {
    expect(mayOpenExternally(url)).toBe(false);
  });

  it('refuses every other scheme, even with a listed host', () => {
    const known = ['file', 'javascript', 'data', 'ms-msdt', 'search-ms', 'smb', 'ftp', 'vbscript', 'app', 'blob', 'mailto', 'HTTP', 'ws', 'view-source']; // prettier-ignore
    const scheme = fc.oneof(fc.constantFrom(...known), fc.stringMatching(/^[a-z][a-z0-9+.-]{0,12}$/));
    fc.assert(
      fc.property(scheme, fc.constantFrom('://', ':', ':////', ':\\\\'), fc.string(), (name, mark, rest) => {
        fc.pre(name.toLowerCase() !== 'https');
        expect(mayOpenExternally(`${name}${mark}www.blender.org/${rest}`)).toBe(false);
      }),
    );
  });

  it('lets the page that was named for updates through, and nothing beside it', () => {
    const page = 'https://files.example:8443/dropforge/';
    expect(mayOpenExternally(page, page)).toBe(true);
    for (const url of [
      `${page}setup.exe`,
      'https://files.example/dropforge/',
      'http://files.example:8443/dropforge/',
    ]) {
      expect(mayOpenExternally(url, page)).toBe(false);
    }
    expect(mayOpenExternally('http://files.example/', 'http://files.example/')).toBe(false);
  });

  it('refuses every other host', () => {
    fc.assert(
      fc.property(fc.domain(), (host) => {
        expect(mayOpenExternally(`https://${host}/`)).toBe(false);
      }),
    );
  });
});

describe('isAppUrl', () => {
  it('knows the page of the app and nothing that only looks like it', () => {
    expect(isAppUrl('app://dropforge/index.html')).toBe(true);
    for (const url of [
      'app://dropforge.evil/index.html',
      'app://dropforge@evil/',
      'app://dropforge:1/',
      'app://other/index.html',
      'http://dropforge/',
      'file:///index.html',
      'data:text/html,app://dropforge/',
      'about:blank',
      '',
    ]) {
      expect(isAppUrl(url), url).toBe(false);
    }
  });
});

describe('isOwnDownload', () => {
  it('lets through what the page wrote itself', () => {
    expect(isOwnDownload('blob:app://dropforge/0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c11')).toBe(true);
  });

  it.each([
    'app://dropforge/artifact/a',
    'blob:https://evil.example/0b6e2f0e',
    'blob:app://dropforge.evil.example/x',
    'blob:null/0b6e2f0e',
    'data:text/csv,a',
    'https://evil.example/blob:app://dropforge/x',
    '',
  ])('refuses %j', (url) => {
    expect(isOwnDownload(url)).toBe(false);
  });
});
