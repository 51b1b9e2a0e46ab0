import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createServer, type ViteDevServer } from 'vite';

/** Serves the page of all parts on a free port of this computer; `?theme=light`, `?contrast=more` and `?language=zh` change it. */
export async function serveSpecimens(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server: ViteDevServer = await createServer({
    configFile: false,
    root: join(import.meta.dirname, '../..'),
    logLevel: 'warn',
    publicDir: false,
    cacheDir: join(import.meta.dirname, '../../.cache/specimens'),
    plugins: [svelte({ configFile: false })],
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    optimizeDeps: { entries: ['test/specimens/index.html'] },
  });
  await server.listen();
  const [address] = server.resolvedUrls?.local ?? [];
  return { url: `${address ?? ''}test/specimens/index.html`, close: () => server.close() };
}

if (import.meta.main) console.log((await serveSpecimens()).url);
