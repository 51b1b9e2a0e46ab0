import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readImports } from './find-forbidden-imports.ts';

/** The layers inside one module. */
export interface Layers {
  /** The module's folder. */
  readonly root: string;
  /** Folders and files from top to bottom; each line may import itself and the lines below it. */
  readonly order: readonly (readonly string[])[];
  /** Whether the folders of one line may import each other. */
  readonly isLineOpen: boolean;
  /** Imports allowed against the order. */
  readonly extra?: readonly (readonly [from: string, to: string])[];
}

/** The engine: models are read and written, then made or changed, then shown. */
export const ENGINE_LAYERS: Layers = {
  root: 'src-main/engine',
  order: [['show'], ['make', 'change'], ['catalogue'], ['files'], ['base']],
  isLineOpen: false,
};

/** The page: the shell shows features; generic parts and the state of the app know no feature. */
export const PAGE_LAYERS: Layers = {
  root: 'src-renderer',
  order: [
    ['main.ts'],
    [
      'app/App.svelte',
      'app/OpenDialog.svelte',
      'app/start-page.ts',
      'app/lazy-views.ts',
      'app/LazyView.svelte',
      'app/follow-menu.svelte.ts',
      'app/frame',
    ],
    ['app/commands', 'app/open-search.ts', 'features'],
    ['ui', 'app'],
    ['app/language'],
  ],
  isLineOpen: true,
  // `app/language/texts.ts` joins the texts of all features and commands.
  extra: [
    ['app/language', 'features'],
    ['app/language', 'app/commands'],
    ['app/language', 'ui'],
  ],
};

/** Every import inside a module that runs against its layers, and every file outside of them; sorted. */
export function findLayerViolations(projectRoot: string, { root, order, isLineOpen, extra = [] }: Layers): string[] {
  const folders = order.flat();
  const layerOf = (file: string): string | undefined =>
    folders
      .filter((folder) => file === `${root}/${folder}` || file.startsWith(`${root}/${folder}/`))
      .sort((one, other) => other.length - one.length)[0];
  const lineOf = (layer: string): number => order.findIndex((line) => line.includes(layer));
  const isAllowed = (from: string, to: string): boolean =>
    from === to ||
    lineOf(to) > lineOf(from) ||
    (isLineOpen && lineOf(to) === lineOf(from)) ||
    extra.some(([one, other]) => one === from && other === to);

  const files = globSync(`${root}/**/*.{ts,svelte}`, { cwd: projectRoot }).map((file) => file.replaceAll('\\', '/'));
  return files
    .flatMap((file) => {
      const from = layerOf(file);
      if (from === undefined) return [`${file} is in no layer`];
      return listTargets(projectRoot, file)
        .filter((target) => target.startsWith(`${root}/`))
        .filter((target) => !isAllowed(from, layerOf(target) ?? ''))
        .map((target) => `${file} → ${target}`);
    })
    .sort();
}

/** Imports of engine files from outside that its package does not export; sorted. */
export function findPrivateImports(projectRoot: string, root: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(projectRoot, root, 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  const exported = new Set(Object.values(exports).map((file) => posix.join(root, file)));
  return globSync('src-*/**/*.{ts,svelte}', { cwd: projectRoot })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith(`${root}/`))
    .flatMap((file) =>
      listTargets(projectRoot, file)
        .filter((target) => target.startsWith(`${root}/`) && !exported.has(target))
        .map((target) => `${file} → ${target}`),
    )
    .sort();
}

/** The project's files that a file imports. */
function listTargets(projectRoot: string, file: string): string[] {
  return readImports(join(projectRoot, file))
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(posix.dirname(file), name));
}
