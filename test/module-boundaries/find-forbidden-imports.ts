import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** Rooms and entry files of src-main from top to bottom: each may import itself and what lies below its line. */
const MAIN_ORDER = [
  ['start.ts'],
  ['start'],
  ['cli.ts', 'main.ts'],
  ['cli'],
  ['shell'],
  ['app.ts'],
  ['loopback'],
  ['ipc'],
  ['doctor'],
  ['hot-folders'],
  ['queue'],
  ['updates'],
  ['links'],
  ['pipeline'],
  ['service-client'],
  ['dcc'],
  ['folders', 'settings'],
  ['system'],
  ['app-deps.ts', 'project-root.ts'],
].map((line) => line.map((name) => `src-main/${name}`));

/** Rooms that stand apart from that order, and all they may import. */
const APART: Readonly<Record<string, readonly string[]>> = {
  'src-shared/api': [],
  'src-shared/ktx2': [],
  'src-shared': ['src-shared/api'],
  'src-renderer': ['src-shared', 'src-shared/api', 'src-shared/ktx2'],
  'src-main/engine': ['src-shared/api', 'src-shared/ktx2'],
  'src-main/local-service': ['src-shared/api', 'src-main/engine'],
  'src-main/preload.ts': ['src-shared', 'src-shared/api'],
};

/**
 * Arrows besides the order: the pipeline computes on meshes; links are told by their bytes; bridges are laid into folders;
 * what the app is made of names what settings offer.
 */
const ALSO: readonly (readonly [from: string, to: string])[] = [
  ['src-main/pipeline', 'src-main/engine'],
  ['src-main/links', 'src-main/engine'],
  ['src-main/dcc', 'src-main/folders'],
  ['src-main/app-deps.ts', 'src-main/settings'],
];

/** Packages by the rooms that may import them; every other room may not. */
const ONLY_IN: readonly (readonly [pattern: RegExp, rooms: readonly string[]])[] = [
  [/^electron(-store)?(\/|$)/, ['src-main/shell', 'src-main/main.ts', 'src-main/preload.ts']],
  [/^(svelte|three|bits-ui|@lucide\/svelte|@sparkjsdev\/spark)(\/|$)/, ['src-renderer']],
];

/** Packages that are all a room may import. */
const NOTHING_BUT: Readonly<Record<string, RegExp>> = {
  'src-shared/api': /^zod$/,
  'src-shared/ktx2': /^$/,
  'src-shared': /^zod$/,
  'src-renderer': /^(svelte|three|bits-ui|@lucide\/svelte|@sparkjsdev\/spark)(\/|$)/,
  'src-main/preload.ts': /^electron$/,
};

/** Packages a room may not import. */
const NEVER: Readonly<Record<string, RegExp>> = {
  'src-main/engine':
    /^(undici|ws|fastify|@fastify\/.*|open|chokidar|node:(http|https|http2|net|tls|dgram|dns)(\/.*)?)$/,
};

/** Every import in the rooms below a root that the table of rooms forbids, as `file → import`, sorted. */
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
  const from = roomOf(file);
  if (from === null) return false;
  if (!name.startsWith('.')) return isPackageAllowed(from, name);
  const to = roomOf(posix.join(posix.dirname(file), name));
  return to !== null && (to === from || isArrow(from, to));
}

function isPackageAllowed(room: string, name: string): boolean {
  if (NOTHING_BUT[room]?.test(name) === false || NEVER[room]?.test(name) === true) return false;
  return ONLY_IN.every(([pattern, rooms]) => !pattern.test(name) || rooms.includes(room));
}

function isArrow(from: string, to: string): boolean {
  if (ALSO.some(([one, other]) => one === from && other === to)) return true;
  const apart = APART[from];
  if (apart) return apart.includes(to);
  if (to === 'src-main/shell') return from === 'src-main/main.ts';
  if (to === 'src-shared' || to === 'src-shared/api') return true;
  const lineOf = (room: string): number => MAIN_ORDER.findIndex((line) => line.includes(room));
  return lineOf(to) > lineOf(from);
}

/** The room a file lies in, most particular first; null outside every room. */
function roomOf(file: string): string | null {
  const rooms = [...Object.keys(APART), ...MAIN_ORDER.flat()];
  const holding = rooms.filter((room) => file === room || file.startsWith(`${room}/`));
  return holding.sort((one, other) => other.length - one.length)[0] ?? null;
}
