/** What `npm test -- --changed` runs. */
export interface SelectedChecks {
  /** Names of parts that run as they are. */
  readonly parts: readonly string[];
  /** Folders of unit tests that mirror a changed module; their tests may start processes, which no import shows. */
  readonly unitFolders: readonly string[];
  /** End-to-end tests, by file name. */
  readonly specs: readonly string[];
}

/** Features of the page with the end-to-end tests that use them most. */
const SPECS: Readonly<Record<string, readonly string[]>> = {
  account: ['account', 'money'],
  create: ['drop-sheet', 'links'],
  doctor: ['settings'],
  folders: ['hot-folders'],
  gallery: ['gallery'],
  inspector: ['results'],
  onboarding: ['way'],
  operations: ['operations', 'skeleton'],
  palette: ['commands'],
  queue: ['queue-control', 'held'],
  recipes: ['recipes'],
  settings: ['settings'],
  targets: ['shell'],
  viewer: ['viewer', 'shown-model', 'splat', 'surroundings'],
};

/** Modules whose mirror among the tests starts processes of them. */
const STARTED_MODULES = ['local-service', 'cli', 'hot-folders', 'dcc'];

/** Modules that the simulation runs. */
const SIMULATED =
  /^(src-main\/(queue|pipeline|service-client|folders|base)|src-shared\/(api|jobs|recipes)|test\/simulation)\//;

/** The checks that a change of these files can reach. Unit tests that import them are found by vitest. */
export function selectChecks(files: readonly string[]): SelectedChecks {
  const isCode = files.some((file) => /\.(ts|svelte|js|jsonc?)$/.test(file));
  const isPage = files.some((file) => /^(src-renderer|src-shared)\//.test(file));
  const modules = new Set(files.flatMap((file) => /^src-main\/([^/]+)\//.exec(file)?.[1] ?? []));
  const features = files.flatMap((file) => /^src-renderer\/features\/([^/]+)\//.exec(file)?.[1] ?? []);
  const ownSpecs = files.flatMap((file) => /^test\/e2e\/([^/]+)\.spec\.ts$/.exec(file)?.[1] ?? []);
  const specs = [...new Set([...ownSpecs, ...features.flatMap((feature) => SPECS[feature] ?? [])])].sort();
  const isFrame = files.some((file) => /^src-renderer\/(app|ui)\//.test(file) || file === 'src-renderer/main.ts');
  return {
    parts: [
      ...(isCode ? ['types', 'lint', 'unused'] : []),
      ...(isPage ? ['page'] : []),
      'format',
      ...(files.some((file) => SIMULATED.test(file)) ? ['simulation'] : []),
    ],
    unitFolders: STARTED_MODULES.filter((module) => modules.has(module)).map((module) => `test/${module}`),
    specs: isFrame && specs.length === 0 ? ['way'] : specs,
  };
}
