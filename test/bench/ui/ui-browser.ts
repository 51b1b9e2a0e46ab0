import { chromium, type Browser } from '@playwright/test';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { chromiumFlags, getChromium } from '../../helpers/page/chromium.ts';

const PAGES = path.join(import.meta.dirname, 'pages');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.glb': 'model/gltf-binary',
};

/** The pages of this bench, built as the app's page is, behind a server on loopback. */
export interface BenchPages {
  readonly url: string;
  /** Files that are served beside the pages, by name. */
  readonly files: Map<string, Uint8Array>;
  close(): void;
}

/** Builds the pages of this bench and serves them. */
export async function serveBenchPages(): Promise<BenchPages> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    root: PAGES,
    base: './',
    plugins: [svelte({ configFile: false })],
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'chrome150',
      chunkSizeWarningLimit: 8000,
      rolldownOptions: { input: ['list.html', 'model.html'].map((name) => path.join(PAGES, name)) },
    },
  });
  const files = new Map<string, Uint8Array>();
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? '/', 'http://page').pathname).slice(1);
    const held = files.get(name);
    const body = held ? Promise.resolve(held) : readFile(path.join(folder, path.normalize(`/${name}`)));
    body.then(
      (bytes) =>
        response.writeHead(200, { 'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    close: () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A browser that draws pages by itself, without a graphics card. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: getChromium(), args: chromiumFlags() });
}

/**
 * A browser for WebGL, whose pages may collect garbage. What a graphics card does is done in software, but beside the
 * page as with one: otherwise the page would wait for every frame of WebGL to be read back. Pages alone are drawn far
 * slower that way.
 */
export function launchWebGlBrowser(): Promise<Browser> {
  const flags = chromiumFlags().filter((flag) => flag !== '--disable-gpu');
  const args = [...flags, '--use-angle=swiftshader', '--ignore-gpu-blocklist', '--js-flags=--expose-gc'];
  return chromium.launch({ executablePath: getChromium(), args });
}
