import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** Modules and entry files of src-main from top to bottom: each may import itself and every line below its own. */
const MAIN_ORDER = [
  ['start.ts'],
  ['start'],
  ['cli.ts', 'main.ts'],
  ['cli'],
  ['shell'],
  ['app.ts'],
  ['app'],
  ['ipc'],
  ['app-deps.ts'],
  ['doctor'],
  ['hot-folders'],
  ['queue'],
  ['updates'],
  ['network-packages'],
  ['links'],
  ['pipeline'],
  ['readers'],
  ['service-client'],
  ['dcc'],
  ['settings'],
  ['folders'],
  ['base'],
].map((line) => line.map((name) => `src-main/${name}`));

/** Modules outside that order, with everything they may import. */
const OUTSIDE_ORDER: Readonly<Record<string, readonly string[]>> = {
  'src-shared/api': ['src-shared/formats'],
  'src-shared/formats': [],
  'src-shared': ['src-shared/api', 'src-shared/formats'],
  'src-renderer': ['src-shared', 'src-shared/api', 'src-shared/formats'],
  'src-main/engine': ['src-shared/api', 'src-shared/formats'],
  'src-main/base': ['src-shared', 'src-shared/api'],
  'src-main/local-service': ['src-shared/api', 'src-shared/formats', 'src-main/engine', 'src-main/base'],
  'src-main/preload.ts': ['src-shared', 'src-shared/api'],
};

/**
 * Imports allowed besides the order: the pipeline and links read files with the engine; bridges are installed into
 * folders.
 */
const EXTRA_IMPORTS: readonly (readonly [from: string, to: string])[] = [
  ['src-main/pipeline', 'src-main/engine'],
  ['src-main/links', 'src-main/engine'],
  ['src-main/readers', 'src-main/engine'],
  ['src-main/dcc', 'src-main/folders'],
];

/** A page of the guide, which the window shows as text. */
const GUIDE_PAGE = /^docs\/(?:zh\/)?[\w-]+\.md\?raw$/;

/** Packages with the only modules that may import them. */
const ONLY_IN: readonly (readonly [pattern: RegExp, modules: readonly string[]])[] = [
  [/^electron(-store)?(\/|$)/, ['src-main/shell', 'src-main/main.ts', 'src-main/preload.ts']],
  [/^(svelte|three|bits-ui|@lucide\/svelte|@sparkjsdev\/spark)(\/|$)/, ['src-renderer']],
];

/** The only packages a module may import. */
const ONLY_PACKAGES: Readonly<Record<string, RegExp>> = {
  'src-shared/api': /^(zod|intl-messageformat)$/,
  'src-shared/formats': /^$/,
  'src-shared': /^zod$/,
  'src-renderer': /^(svelte|three|bits-ui|@lucide\/svelte|@sparkjsdev\/spark)(\/|$)/,
  'src-main/preload.ts': /^electron$/,
};

/** Packages a module may not import. */
const FORBIDDEN_PACKAGES: Readonly<Record<string, RegExp>> = {
  'src-main/engine':
    /^(undici|ws|fastify|@fastify\/.*|open|chokidar|node:(http|https|http2|net|tls|dgram|dns)(\/.*)?)$/,
};

/** Every import below a root that the tables above forbid, as `file → import`, sorted. */
export function findForbiddenImports(root: string): string[] {
  const files = globSync('src-*/**/*.{ts,svelte}', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  return files
    .flatMap((file) =>
      readImports(join(root, file))
        .filter((name) => !isAllowed(file, name))
        .map((name) => `${file} → ${name}`),
    )
    .sort();
}

/** What a file imports: statically, dynamically, as types, or to hand on. */
export function readImports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const code = file.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script).join('\n')
    : text;
  return ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
}

function isAllowed(file: string, name: string): boolean {
  const from = moduleOf(file);
  if (from === null) return false;
  if (!name.startsWith('.')) return isPackageAllowed(from, name);
  const path = posix.join(posix.dirname(file), name);
  if (from === 'src-renderer' && GUIDE_PAGE.test(path)) return true;
  const to = moduleOf(path);
  return to !== null && (to === from || isArrow(from, to));
}

function isPackageAllowed(module: string, name: string): boolean {
  if (ONLY_PACKAGES[module]?.test(name) === false || FORBIDDEN_PACKAGES[module]?.test(name) === true) return false;
  return ONLY_IN.every(([pattern, modules]) => !pattern.test(name) || modules.includes(module));
}

function isArrow(from: string, to: string): boolean {
  if (EXTRA_IMPORTS.some(([one, other]) => one === from && other === to)) return true;
  const apart = OUTSIDE_ORDER[from];
  if (apart) return apart.includes(to);
  if (to === 'src-main/shell') return from === 'src-main/main.ts';
  if (to === 'src-shared' || to.startsWith('src-shared/')) return true;
  const lineOf = (module: string): number => MAIN_ORDER.findIndex((line) => line.includes(module));
  return lineOf(to) > lineOf(from);
}

/** The most specific module that contains a file; null outside every module. */
function moduleOf(file: string): string | null {
  const modules = [...Object.keys(OUTSIDE_ORDER), ...MAIN_ORDER.flat()];
  const holding = modules.filter((module) => file === module || file.startsWith(`${module}/`));
  return holding.sort((one, other) => other.length - one.length)[0] ?? null;
}
