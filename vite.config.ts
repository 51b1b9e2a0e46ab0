import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type InlineConfig, type Plugin } from 'vite';
import { lockBuild } from './src-main/cli/lib/build-lock.ts';
import {
  BUILD_PARTS,
  findStale,
  markBuilt,
  markStale,
  newestSource,
  type BuildPart,
} from './src-main/cli/lib/build-parts.ts';
import { CODINGS } from './src-main/ipc/loopback/pick-coding.ts';

// The page is built as it ships, also for tests, which set another mode; Svelte would add its checks.
process.env['NODE_ENV'] = 'production';

const root = import.meta.dirname;

/** Files without which a build makes no sense. */
const required = [
  'src-main/main.ts',
  'src-main/local-service/main.ts',
  'src-main/preload.ts',
  'src-renderer/index.html',
];

/** On a busy computer these warn about nothing that can be mended here. */
const quiet = { checks: { bundlerTimings: false, pluginTimings: false } };

const common = { configFile: false, root, logLevel: 'warn', publicDir: false } satisfies InlineConfig;

/** Everything main starts by file name: its own entries, and each thread's. */
function mainEntries(): string[] {
  const fixed = [
    'main.ts',
    'cli.ts',
    'local-service/main.ts',
    'local-service/worker-main.ts',
    'local-service/studio-main.ts',
  ];
  return [
    ...fixed.map((file) => `src-main/${file}`).filter((file) => existsSync(join(root, file))),
    ...globSync('src-main/**/*-worker.ts', { cwd: root }),
  ];
}

/** Lays the renderer of the reference beside the module that serves it, because its package is not among those that ship. */
const layRenderer: Plugin = {
  name: 'lay-renderer',
  generateBundle() {
    for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
      this.emitFile({
        type: 'asset',
        fileName: `src-main/local-service/reference/swagger-ui/${name}`,
        source: readFileSync(join(root, 'node_modules/@fastify/swagger-ui/static', name)),
      });
    }
  },
};

/** Lays the transcoder of KTX2 beside the module that loads it, for the same reason. */
const layTranscoder: Plugin = {
  name: 'lay-transcoder',
  generateBundle() {
    for (const name of ['basis_transcoder.js', 'basis_transcoder.wasm']) {
      this.emitFile({
        type: 'asset',
        fileName: `src-main/engine/files/images/basis/${name}`,
        source: readFileSync(join(root, 'node_modules/three/examples/jsm/libs/basis', name)),
      });
    }
  },
};

/** Keeps the schema library from trying whether it may compile code: the page's policy refuses that, and reports it. */
const interpretSchemas: Plugin = {
  name: 'interpret-schemas',
  transform: {
    filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/ },
    handler(code) {
      const set = code.replace('.__zod_globalConfig = {})', '.__zod_globalConfig = { jitless: true })');
      if (set === code) return this.error('The schema library keeps its configuration in another way now.');
      return { code: set, map: null };
    },
  },
};

/**
 * Gives the worker and the WebAssembly of the splat renderer as files of their own. Its package holds both as strings, and
 * starts the worker from a `blob:` address, which the page's policy refuses.
 */
const laySplatWorker: Plugin = {
  name: 'lay-splat-worker',
  transform: {
    filter: { id: /[\\/]@sparkjsdev[\\/]spark[\\/]dist[\\/]spark\.module\.js$/ },
    handler(code) {
      const [wrapper, literal] = /^const jsContent = ('.*');\n[^]*?^(?=const _SplatWorker = )/m.exec(code) ?? [];
      const [binary, base64] =
        /^const WASM = decode64\("([^"]*)"\)\.buffer;\nconst WASM_MODULE = .*$/m.exec(code) ?? [];
      if (!wrapper || !literal || !binary || !base64)
        return this.error('The splat renderer is packed in another way now.');
      const emit = (name: string, source: string | Uint8Array): string =>
        `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name, source })}`;
      const worker = emit('splat-sort-worker.js', runInNewContext(literal) as string);
      const wasm = emit('splat.wasm', Buffer.from(base64, 'base64'));
      const shorter = code
        .replace(binary, () => `const WASM_MODULE = WebAssembly.compileStreaming(fetch(${wasm}));`)
        .replace(wrapper, () => `class WorkerWrapper extends Worker { constructor() { super(${worker}); } }\n`);
      return { code: shorter, map: { mappings: '' } };
    },
  },
};

/** Sizes of the icons in the manifest, in pixels. */
const MANIFEST_ICONS = [256, 512];

/** Lays the web app manifest and its icons beside the page, so that a browser can pin it like an app. */
const layManifest: Plugin = {
  name: 'lay-manifest',
  transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'manifest', href: './manifest.json' }, injectTo: 'head' }],
  generateBundle() {
    const icons = MANIFEST_ICONS.map((size) => ({
      src: `icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    }));
    for (const [at, { src }] of icons.entries()) {
      const source = readFileSync(join(root, `assets/icons/${MANIFEST_ICONS[at]}x${MANIFEST_ICONS[at]}.png`));
      this.emitFile({ type: 'asset', fileName: src, source });
    }
    const colors = { background_color: '#161616', theme_color: '#161616' };
    const manifest = { name: 'Dropforge', short_name: 'Dropforge', id: '/', start_url: './', display: 'standalone' };
    this.emitFile({
      type: 'asset',
      fileName: 'manifest.json',
      source: JSON.stringify({ ...manifest, ...colors, icons }),
    });
  },
};

/**
 * Main and the local service: dist/main mirrors the sources file by file, so that code which finds a neighbour by
 * `import.meta.url` works from both. Packages stay in node_modules.
 */
const mainConfig = (): InlineConfig => ({
  ...common,
  plugins: [layRenderer, layTranscoder],
  build: {
    ssr: true,
    outDir: 'dist/main',
    emptyOutDir: true,
    target: 'node24',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      ...quiet,
      input: mainEntries(),
      external: ['electron'],
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        preserveModules: true,
        preserveModulesRoot: root,
      },
    },
  },
});

/** The preload: one CommonJS file, because a sandboxed preload can load nothing but `electron`. */
const preloadConfig = (): InlineConfig => ({
  ...common,
  build: {
    lib: { entry: 'src-main/preload.ts', formats: ['cjs'], fileName: () => 'preload.cjs' },
    outDir: 'dist/preload',
    emptyOutDir: true,
    target: 'chrome150',
    sourcemap: 'inline',
    minify: false,
    rolldownOptions: { ...quiet, external: ['electron'] },
  },
});

const PAGE = join(root, 'dist/renderer');

/** Where the page is built before it is moved into place. */
const PAGE_STAGING = join(root, '.cache/page');

/** The page, into the staging folder. Nothing is inlined and no polyfill is added, because its policy allows own files only. */
const rendererConfig = (sourcemap: boolean): InlineConfig => ({
  ...common,
  root: join(root, 'src-renderer'),
  base: './',
  plugins: [svelte({ configFile: false }), laySplatWorker, interpretSchemas, layManifest],
  worker: { format: 'es', rolldownOptions: quiet },
  build: {
    outDir: PAGE_STAGING,
    emptyOutDir: true,
    target: 'chrome150',
    sourcemap,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // three.js alone is larger than the limit Vite warns at.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      ...quiet,
      // Compiles only those components of the UI library that are used.
      experimental: { lazyBarrel: true },
      // What the first view needs is one file, which compresses better than its parts.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
});

/** Files of the page that are not compressed already. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|wasm)$/;

/** Smaller files fit into one packet in any form. */
const LEAST_COMPRESSED_BYTES = 1400;

/** The highest quality makes the first script a tenth smaller, and takes fifty times as long as all the rest. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Writes each file of the page compressed beside it, for browsers; see `src-main/ipc/loopback/page-response.ts`. */
async function compressPage(): Promise<void> {
  const files = listFiles(PAGE_STAGING).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(
    files.map(async (name) => {
      const file = join(PAGE_STAGING, name);
      const bytes = readFileSync(file);
      if (bytes.length < LEAST_COMPRESSED_BYTES) return;
      writeFileSync(file + CODINGS.br, await promisify(brotliCompress)(bytes, BROTLI));
      writeFileSync(file + CODINGS.gzip, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

/** Paths of the files below a folder, relative to it. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Builds the page without its extras, in place of the last one, or with them. */
async function buildPage(withExtras: boolean): Promise<void> {
  await build(rendererConfig(withExtras));
  if (withExtras) await compressPage();
  rmSync(PAGE, { recursive: true, force: true });
  mkdirSync(dirname(PAGE), { recursive: true });
  renameSync(PAGE_STAGING, PAGE);
}

/**
 * Adds the extras to a page that may be open: the same page is built with them, and each of its files replaces the one of
 * its name at once. Their names contain the hashes of their code, so both builds have the same.
 */
async function addExtras(builtFrom: number): Promise<void> {
  await build(rendererConfig(true));
  await compressPage();
  if (newestSource() !== builtFrom) throw new Error('The sources changed. The next build adds the extras.');
  for (const name of listFiles(PAGE_STAGING)) renameSync(join(PAGE_STAGING, name), join(PAGE, name));
  rmSync(PAGE_STAGING, { recursive: true });
}

/** Builds parts into dist; throws a sentence that names a missing source. */
async function buildParts(parts: readonly BuildPart[]): Promise<void> {
  const missing = required.filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0) throw new Error(`Cannot build: ${missing.join(', ')} missing.`);
  // Read first: a source that changes while the build runs makes it stale.
  const builtFrom = newestSource();
  const withPage = parts.includes('page');
  const withExtras = parts.includes('extras');
  if (withExtras && !withPage && findStale(['page']).length > 0) throw new Error('Cannot add extras to a stale page.');
  // A page that is built alone replaces one with extras.
  markStale(withPage ? [...parts, 'extras'] : parts);
  await Promise.all([
    ...(parts.includes('main') ? [mainConfig(), preloadConfig()].map((config) => build(config)) : []),
    ...(withPage ? [buildPage(withExtras)] : withExtras ? [addExtras(builtFrom)] : []),
  ]);
  for (const part of parts) markBuilt(part, builtFrom);
}

if (import.meta.main) {
  // Another build in this clone may be just what is asked for: named parts are built only where they are stale.
  const lock = lockBuild();
  const named = BUILD_PARTS.filter((part) => process.argv.includes(part));
  const parts = named.length > 0 ? findStale(named) : BUILD_PARTS;
  await buildParts(parts);
  lock.release();
  console.log(parts.length > 0 ? `Built ${parts.join(', ')} into dist.` : 'Nothing to build.');
}
