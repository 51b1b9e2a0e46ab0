import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawShape } from '../helpers/images/sample-images.ts';
import { runCli } from './commands/run-cli.ts';

// Each command is a process of its own, on a machine that may be busy with other things.

const home = mkdtempSync(path.join(os.tmpdir(), 'dropforge-test-'));
let site: Server;
let origin = '';
const asked: (string | undefined)[] = [];
const make = (...words: string[]) => runCli(['make', ...words, '--dry-run', '--home', home]);

beforeAll(async () => {
  const picture = await drawShape(48);
  site = createServer(({ url }, response) => {
    asked.push(url);
    if (url?.startsWith('/page')) response.end('<!doctype html>');
    else response.end(url?.startsWith('/corner') ? 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' : picture);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => {
  site.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 20 });
});

test('a link into this network is refused with how to allow it, and not asked', async () => {
  const { code, stderr, stdout } = await make(`${origin}/cat.png?key=secret`);
  expect([code, stdout]).toEqual([0, '0 jobs, free.\n']);
  expect(stderr).toContain('the link is http');
  expect(stderr).toContain('points to the local network or this computer');
  expect(stderr).toContain('--links-inside');
  expect(stderr).not.toContain('secret');
  expect(asked).toEqual([]);
});

test('what links bring is planned like files, and what the recipe does not take is named', async () => {
  const links = ['cat.png', 'corner.obj', 'page'].map((name) => `${origin}/${name}`);
  const said = await make(...links, '--recipe', 'splat', '--links-inside');
  expect(said.stdout).toBe('1 job, free.\nSkipped 1 of 2: this recipe takes images.\n  corner.obj\n');
  expect(said.stderr).toContain('opens a web page, not an image. Nothing was charged. Open the page and copy');
  const { last } = await make(...links, '--recipe', 'splat', '--links-inside', '--json');
  expect(last).toMatchObject({
    plan: { jobs: 1, sources: 2, takes: ['picture'], leftOut: [{ name: 'corner.obj', kind: 'model' }] },
    refused: [{ errorCode: 'link_page' }, { errorCode: 'config_invalid' }],
  });
});
