import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type InlineConfig, type Plugin } from 'vite';
import { BUILD_PARTS, markBuilt, markStale, newestSource, type BuildPart } from './src-main/cli/lib/build-parts.ts';
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
  const fixed = ['src-main/main.ts', 'src-main/cli.ts', 'src-main/local-service/main.ts'];
  return [
    ...fixed.filter((file) => existsSync(join(root, file))),
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

/**
 * Main and the local service: dist/main mirrors the sources file by file, so that code which finds a neighbour by
 * `import.meta.url` works from both. Packages stay in node_modules.
 */
export const mainConfig = (): InlineConfig => ({
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
export const preloadConfig = (): InlineConfig => ({
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

/** The page. Nothing is inlined and no polyfill is added, because its policy allows own files only. */
export const rendererConfig = (): InlineConfig => ({
  ...common,
  root: join(root, 'src-renderer'),
  base: './',
  plugins: [svelte({ configFile: false }), laySplatWorker],
  worker: { format: 'es' },
  build: {
    outDir: join(root, 'dist/renderer'),
    emptyOutDir: true,
    target: 'chrome150',
    sourcemap: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // three.js alone is larger than the limit Vite warns at.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      ...quiet,
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
  const folder = join(root, 'dist/renderer');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => COMPRESSIBLE.test(name))
    .map((name) => join(folder, name));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      if (bytes.length < LEAST_COMPRESSED_BYTES) return;
      writeFileSync(file + CODINGS.br, await promisify(brotliCompress)(bytes, BROTLI));
      writeFileSync(file + CODINGS.gzip, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

/** Builds main with the preload, the page, or both, into dist; throws a sentence that names a missing source. */
async function buildParts(parts: readonly BuildPart[]): Promise<void> {
  const missing = required.filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0) throw new Error(`Cannot build: ${missing.join(', ')} missing.`);
  // Read first: a source that changes while the build runs makes it stale.
  const builtFrom = newestSource();
  markStale(parts);
  await Promise.all(
    parts.map(async (part) => {
      if (part === 'main') await Promise.all([mainConfig(), preloadConfig()].map((config) => build(config)));
      else await build(rendererConfig()).then(compressPage);
      markBuilt(part, builtFrom);
    }),
  );
}

if (import.meta.main) {
  const named = BUILD_PARTS.filter((part) => process.argv.includes(part));
  const parts = named.length > 0 ? named : BUILD_PARTS;
  await buildParts(parts);
  console.log(`Built ${parts.join(' and ')} into dist.`);
}
