import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { drawShape } from '../../helpers/images/sample-images.ts';
import { openPage } from './page.ts';

const CSP =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self' blob:; " +
  "img-src 'self' blob:; style-src 'self'; font-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; " +
  "form-action 'none'; " +
  "frame-ancestors 'none'";

describe('the page over loopback', () => {
  test('is served to everyone who asks for exactly this host, under its policy', async () => {
    const { ask } = await openPage();
    const { status, headers, body } = await ask('/');
    expect([status, headers['content-security-policy'], headers['x-content-type-options']]).toEqual([
      200,
      CSP,
      'nosniff',
    ]);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(body).toContain('<title>Dropforge</title>');
    expect((await ask('/', { method: 'HEAD' })).status).toBe(200);
    expect((await ask('/', { method: 'POST' })).status).toBe(405);
  });

  test('is sent in the smallest form that the browser accepts, and once only', async () => {
    const { ask, pageRoot } = await openPage();
    writeFileSync(path.join(pageRoot, 'main.js'), 'plain');
    writeFileSync(path.join(pageRoot, 'main.js.br'), 'brotli');
    writeFileSync(path.join(pageRoot, 'main.js.gz'), 'gzip');
    const tags = new Set<string>();
    for (const [accepted, coding, expected] of [
      ['gzip, deflate, br, zstd', 'br', 'brotli'],
      ['gzip, deflate', 'gzip', 'gzip'],
      ['identity', undefined, 'plain'],
    ] as const) {
      const { status, headers, body } = await ask('/main.js', { headers: { 'accept-encoding': accepted } });
      expect([status, headers['content-encoding'], headers.vary, body]).toEqual([
        200,
        coding,
        'Accept-Encoding',
        expected,
      ]);
      expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
      expect(headers['content-length']).toBe(String(expected.length));
      const etag = headers.etag ?? '';
      tags.add(etag);
      const again = await ask('/main.js', {
        headers: { 'accept-encoding': accepted, 'if-none-match': `W/"x", ${etag}` },
      });
      expect([again.status, again.body, again.headers.etag, again.headers.vary]).toEqual([
        304,
        '',
        etag,
        'Accept-Encoding',
      ]);
      expect(again.headers['content-security-policy']).toBe(CSP);
    }
    expect(tags.size).toBe(3);
    const head = await ask('/main.js', { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    expect([head.headers['content-encoding'], head.headers['content-length'], head.body]).toEqual(['br', '6', '']);
    // A changed file has another tag, and a file without compressed forms is sent as it is.
    writeFileSync(path.join(pageRoot, 'main.js'), 'newer');
    const stale = { 'accept-encoding': 'identity', 'if-none-match': [...tags].join() };
    expect(await ask('/main.js', { headers: stale })).toMatchObject({ status: 200, body: 'newer' });
    const index = await ask('/', { headers: { 'accept-encoding': 'br' } });
    expect(index.headers).not.toHaveProperty('content-encoding');
    expect(index.headers.vary).toBe('Accept-Encoding');
    expect((await ask('/main.js.br')).status).toBe(404);
  });

  test('turns away every other host, and every other page', async () => {
    const page = await openPage();
    const { ask, url } = page;
    const { token } = await page.connect();
    const secret = { 'x-dropforge-token': token };
    for (const host of [
      'evil.com',
      `evil.com:${url.port}`,
      '127.0.0.1',
      `localhost:${url.port}`,
      `[::1]:${url.port}`,
      '127.0.0.1:1',
    ]) {
      for (const at of ['/', '/artifact/x', '/upload']) {
        expect([host, (await ask(at, { headers: { host, ...secret } })).status]).toEqual([host, 421]);
      }
    }
    for (const origin of [
      'https://evil.com',
      'null',
      `http://localhost:${url.port}`,
      `https://127.0.0.1:${url.port}`,
      '',
    ]) {
      expect([origin, (await ask('/', { headers: { origin, ...secret } })).status]).toEqual([origin, 403]);
    }
    expect((await ask('/', { headers: { origin: url.origin } })).status).toBe(200);
  });

  test.each(['/artifact/x', '/artifact/thumb-1', '/artifact/%zz', '/upload'])('%s needs the token', async (at) => {
    const page = await openPage();
    const { ask } = page;
    const { token } = await page.connect();
    for (const given of ['', 'x', `${token}x`, token.slice(1), 'ä'.repeat(43)]) {
      const headers = given === '' ? {} : { 'x-dropforge-token': Buffer.from(given).toString('latin1') };
      expect((await ask(at, { method: 'POST', headers })).status).toBe(401);
    }
    expect((await ask(`${at}?token=${token}`)).status).toBe(401);
  });

  test.each([
    '/../secret.html',
    '/..%2fsecret.html',
    '/%2e%2e/secret.html',
    '/%2e%2e%2fsecret.html',
    '/..%5csecret.html',
    '/..\\secret.html',
    '/index.html%00.png',
    '/index.html/',
    '/.hidden',
    '/C:/secret.html',
    '//secret.html',
    '//',
    '/%',
    '/%ff',
    '/a/../../secret.html',
    `/${'a'.repeat(2000)}.html`,
    '/index.html%20',
    '/INDEX.HTML::$DATA',
    '/page',
    '/nowhere.js',
  ])('there is no %s', async (at) => {
    const { ask } = await openPage();
    const { status, body } = await ask(at);
    expect(status).toBe(404);
    expect(body).not.toContain('secret');
  });

  test('ids are looked up, never turned into paths', async () => {
    const page = await openPage();
    const { ask } = page;
    const { token } = await page.connect();
    const headers = { 'x-dropforge-token': token };
    for (const id of [
      'nothing',
      'thumb-nothing',
      'sample-..%2f..%2fsecret',
      '..%2f..%2fsecret.html',
      '%zz',
      '%00',
      '__proto__',
      '',
    ]) {
      expect([id, (await ask(`/artifact/${id}`, { headers })).status]).toEqual([id, 404]);
    }
    expect((await ask('/artifact/x', { method: 'DELETE', headers })).status).toBe(405);
  });

  test('listens on 127.0.0.1 alone, and says when its port is taken', async () => {
    const { url } = await openPage();
    const others = Object.values(os.networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal }) => !internal);
    for (const { address } of [{ address: '127.0.0.2' }, { address: '::1' }, ...others]) {
      const outcome = await new Promise((resolve) => {
        const socket = connectTcp(Number(url.port), address, () => (socket.destroy(), resolve(`${address} answers`)));
        socket.on('error', () => resolve('closed'));
      });
      expect(outcome).toBe('closed');
    }
    await expect(openPage(Number(url.port))).rejects.toMatchObject({ code: 'port_taken' });
  });
});

describe('an upload', () => {
  test('becomes a job that the queue knows', async () => {
    const page = await openPage();
    const { ask, connect, home } = page;
    const { token } = await page.connect();
    const { body } = await upload(ask, token, [['mein Stühl.png', await drawShape(32)]]);
    const [{ value: id }] = JSON.parse(body) as [{ value: string }];
    const { call } = await connect();
    const taken = await call<{ sources: { id: string }[] }>('sources:take', [id, 'unknown', '/etc/passwd']);
    expect(taken).toMatchObject({
      ok: true,
      value: { sources: [{ name: 'mein Stühl.png', kind: 'picture' }], refused: [] },
    });
    const sourceIds = taken.ok ? taken.value.sources.map((source) => source.id) : [];
    const added = await call<Job[]>('queue:add', { sourceIds, formats: ['glb'] });
    expect(added).toMatchObject({ ok: true, value: [{ name: 'mein Stühl.png', status: 'waiting' }] });
    expect(JSON.stringify([taken, added])).not.toContain(home);
    expect(await call('queue:add', { sourceIds, formats: ['glb'] })).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
  });

  test('is plain bytes by POST, and nothing else', async () => {
    const page = await openPage();
    const { ask } = page;
    const { token } = await page.connect();
    const secret = { 'x-dropforge-token': token };
    expect((await ask('/upload', { method: 'GET', headers: secret })).status).toBe(405);
    for (const type of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
      expect(
        (await ask('/upload', { method: 'POST', headers: { ...secret, 'content-type': type } }, 'a=b')).status,
      ).toBe(415);
    }
  });

  test('that cannot be written down is answered, not cut off', async () => {
    const page = await openPage();
    const { ask, home } = page;
    const { token } = await page.connect();
    writeFileSync(path.join(home, 'inbox'), 'in the way');
    const { status, body } = await upload(ask, token, [['a.png', Buffer.alloc(3_000_000)]]);
    expect([status, JSON.parse(body)]).toMatchObject([200, [{ ok: false, error: { code: 'folder_unwritable' } }]]);
  });

  test('of several files stores each as it is, and names one that is cut off', async () => {
    const page = await openPage();
    const { ask, home } = page;
    const { token } = await page.connect();
    // Names take no part in where a file begins.
    const contents = ['first', '', 'x'.repeat(200_000), 'last, cut off'].map((text) => Buffer.from(text));
    const files = contents.map((content, index) => [`${index},ä.png`, content] as const);
    const { body } = await upload(ask, token, files, [5, 0, 200_000, 100]);
    const replies = JSON.parse(body) as { ok: boolean; value?: string; error?: { code: string; subject: string } }[];
    expect(replies.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    expect(replies[3]!.error).toMatchObject({ code: 'file_truncated', subject: '3,ä.png' });
    const stored = replies.slice(0, 3).map(({ value }) => readFileSync(path.join(home, 'inbox', value!)));
    expect(stored).toEqual(contents.slice(0, 3));
    expect(readdirSync(path.join(home, 'inbox'))).toHaveLength(3);
  });

  test.each([
    [{}],
    [{ 'x-file-names': 'a.png' }],
    [{ 'x-file-names': 'a.png,b.png', 'x-file-bytes': '4' }],
    [{ 'x-file-names': 'a.png', 'x-file-bytes': '-4' }],
    [{ 'x-file-names': '%zz', 'x-file-bytes': '4' }],
  ])('with the headers %j is refused', async (headers) => {
    const page = await openPage();
    const { ask, home } = page;
    const { token } = await page.connect();
    const own = { 'x-dropforge-token': token, 'content-type': 'application/octet-stream' };
    expect((await ask('/upload', { method: 'POST', headers: { ...own, ...headers } }, 'data')).status).toBe(400);
    expect(existsSync(path.join(home, 'inbox'))).toBe(false);
  });
});

/** Uploads files in one request, as the page does; `sizes`: what it states. */
function upload(
  ask: Awaited<ReturnType<typeof openPage>>['ask'],
  token: string,
  files: readonly (readonly [name: string, content: Buffer])[],
  sizes = files.map(([, content]) => content.byteLength),
) {
  const headers = {
    'x-dropforge-token': token,
    'content-type': 'application/octet-stream',
    'x-file-names': files.map(([name]) => encodeURIComponent(name)).join(','),
    'x-file-bytes': sizes.join(','),
  };
  return ask('/upload', { method: 'POST', headers }, Buffer.concat(files.map(([, content]) => content)));
}
