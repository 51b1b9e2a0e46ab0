import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_HEADERS, resolvePageFile } from '../../../src-main/ipc/files/page-files.ts';

let outside: string;
let root: string;

beforeAll(async () => {
  outside = await realpath(await mkdtemp(join(tmpdir(), 'page-files-')));
  root = join(outside, 'page');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(root, 'index.html'), '<!doctype html>');
  await writeFile(join(root, 'assets/viewer-B_x1.js'), '');
  await writeFile(join(root, 'assets/notes'), '');
  await writeFile(join(root, '.env.json'), '{}');
  await writeFile(join(outside, 'secret.json'), '{}');
  await symlink(join(outside, 'secret.json'), join(root, 'link.json'));
  await symlink(outside, join(root, 'folder'));
  await symlink(join(root, 'index.html'), join(root, 'start.html'));
  await mkdir(join(outside, 'page-other'));
  await writeFile(join(outside, 'page-other/x.js'), '');
});

afterAll(() => rm(outside, { recursive: true }));

describe('resolvePageFile', () => {
  it('finds the page, its files and links that stay inside', async () => {
    const index = { path: join(root, 'index.html'), mime: 'text/html; charset=utf-8' };
    expect(await resolvePageFile(root, '/')).toEqual(index);
    expect(await resolvePageFile(root, '/start.html')).toEqual(index);
    const script = { path: join(root, 'assets/viewer-B_x1.js'), mime: 'text/javascript; charset=utf-8' };
    expect(await resolvePageFile(root, '/assets/viewer-B_x1.js')).toEqual(script);
    expect(await resolvePageFile(root, '/assets/viewer%2DB_x1.js')).toEqual(script);
  });

  it.each([
    ['a parent folder', '/../secret.json'],
    ['an encoded parent folder', '/%2e%2e/secret.json'],
    ['an encoded slash', '/..%2fsecret.json'],
    ['an encoded backslash', '/%2e%2e%5csecret.json'],
    ['a twice encoded parent folder', '/%252e%252e/secret.json'],
    ['a sibling that begins with the same name', '/../page-other/x.js'],
    ['a NUL', '/index.html%00.js'],
    ['a UNC path', '//server/share/x.js'],
    ['a UNC path with backslashes', '/\\\\server\\share\\x.js'],
    ['a drive letter', '/C:/Windows/win.json'],
    ['an alternate data stream', '/index.html::$DATA'],
    ['a link to a file outside', '/link.json'],
    ['a link to a folder outside', '/folder/secret.json'],
    ['a hidden file', '/.env.json'],
    ['a folder', '/assets'],
    ['a kind that is not served', '/assets/notes'],
    ['a missing file', '/missing.js'],
    ['a long name', `/${'a'.repeat(300)}.js`],
    ['a long path', `/${'a/'.repeat(3000)}x.js`],
    ['a broken escape', '/%E0%A4%A.js'],
    ['an absolute path', join('/', 'etc', 'passwd')],
    ['nothing', ''],
    ['no leading slash', 'index.html'],
    ['a trailing dot, which Windows drops', '/index.html.'],
    ['a trailing slash', '/index.html/'],
  ])('refuses %s', async (_, pathname) => {
    expect(await resolvePageFile(root, pathname)).toBeNull();
  });

  it('never leaves the folder, whatever the path is made of', async () => {
    const part = fc.constantFrom('..', '.', '%2e', '%2E%2e', '%5c', '\\', '%2f', '/', '//', '%00', 'C:', 'secret.json', 'folder', 'index.html', '~', 'page-other', 'x.js', '%u002e'); // prettier-ignore
    const pathname = fc.oneof(fc.array(part, { maxLength: 10 }).map((parts) => `/${parts.join('/')}`), fc.array(part, { maxLength: 10 }).map((parts) => `/${parts.join('')}`), fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)) }).map((text) => `/${text}`)); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(pathname, async (path) => {
        const found = await resolvePageFile(root, path);
        expect(found === null || found.path.startsWith(`${root}/`)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('PAGE_HEADERS', () => {
  it('allow own files only: no inline script, no eval, no other site', () => {
    const policy = new Map(
      PAGE_HEADERS['content-security-policy']?.split('; ').map((part) => {
        const [name = '', ...values] = part.split(' ');
        return [name, values];
      }),
    );
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    expect(policy.get('style-src')).toEqual(["'self'"]);
    for (const name of ['object-src', 'base-uri', 'form-action', 'frame-ancestors']) {
      expect(policy.get(name)).toEqual(["'none'"]);
    }
    const allowed = new Set([...policy.values()].flat());
    expect(allowed).toEqual(new Set(["'none'", "'self'", "'wasm-unsafe-eval'", 'blob:']));
  });
});
