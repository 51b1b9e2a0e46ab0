import type { ControlMutant } from './control-mutant.ts';

const NAMES = 'src-main/folders/file-name.ts';
const NAMES_TEST = 'test/folders/file-name.test.ts';
const BUNDLE = 'src-main/readers/inspect/unpack-bundle.ts';
const BUNDLE_TEST = 'test/readers/inspect/unpack-bundle.test.ts';
const PATHS = 'assets/bridges/dropforge_bridge/safe_paths.py';
const PATHS_TEST = 'test/bridges/core.test.ts';
const LIMITS = 'src-main/base/processes/enforce-limits.ts';
const LIMITS_TEST = 'test/base/processes/enforce-limits.test.ts';
const WATCHDOG = 'src-main/base/processes/watchdog.ts';
const WATCHDOG_TEST = 'test/base/processes/watchdog.test.ts';
const SMALL_PARTS_TEST = 'test/engine/files/import/small-parts.test.ts';

/** Controls of files from outside. */
export const FILE_MUTANTS: readonly ControlMutant[] = [
  {
    ...{ control: 16, name: 'names keep signs that change how they read', file: NAMES, test: NAMES_TEST },
    edit: [".replace(UNSAFE, '_')", ''],
  },
  {
    ...{ control: 16, name: 'names of devices are used', file: NAMES, test: NAMES_TEST },
    edit: ['isReserved(short) ? shorten(`_${short}`) : short', 'short'],
  },
  {
    ...{ control: 16, name: 'names may have any length', file: NAMES, test: NAMES_TEST },
    edit: ['trim(clip(name, LONGEST_BYTES))', 'trim(name)'],
  },
  {
    ...{ control: 17, name: 'links in archives are unpacked', file: BUNDLE, test: BUNDLE_TEST },
    edit: [" && !fileName.startsWith('.') && !isLink;", " && !fileName.startsWith('.');"],
  },
  {
    ...{ control: 17, name: 'paths in archives are unpacked', file: BUNDLE, test: BUNDLE_TEST },
    edit: ['/^[^/\\\\:\\0]{1,200}$/.test(fileName)', 'fileName.length > 0'],
  },
  {
    ...{ control: 17, name: 'archives may unpack to any size', file: 'src-main/engine/files/zip/zip-archive.ts' },
    edit: ['if (unpackedBytes <= MAX_UNPACKED_BYTES) return;', 'if (unpackedBytes >= 0) return;'],
    test: 'test/engine/files/zip/zip-archive.test.ts',
  },
  {
    ...{ control: 18, name: 'models are decoded without asking how large they are' },
    ...{
      file: 'src-main/engine/files/import/memory-budget.ts',
      test: 'test/engine/files/import/memory-budget.test.ts',
    },
    edit: ['if (needed <= available) return;', 'if (needed >= 0) return;'],
  },
  {
    ...{ control: 18, name: 'the small parts of a model are not counted' },
    ...{ file: 'src-main/engine/files/import/memory-meter.ts', test: SMALL_PARTS_TEST },
    edit: ['if (used > MAX_METERED_BYTES)', 'if (used < 0)'],
  },
  {
    ...{ control: 18, name: 'the lists of a glTF may have any length' },
    ...{ file: 'src-main/engine/files/gltf/check/check-gltf-parts.ts', test: SMALL_PARTS_TEST },
    edit: ['for (const list of listed)', 'for (const list of listed.slice(0, 0))'],
  },
  {
    ...{ control: 19, name: 'bridges follow paths out of the folder', file: PATHS, test: PATHS_TEST },
    edit: ['any(part in ("", ".", "..") for part in parts)', 'False'],
  },
  {
    ...{ control: 19, name: 'bridges follow links', file: PATHS, test: PATHS_TEST },
    edit: ['        if is_link(info):\n            raise', '        if False:\n            raise'],
  },
  {
    ...{ control: 19, name: 'bridges open an FBX that names another computer', test: PATHS_TEST },
    file: 'assets/bridges/dropforge_bridge/references.py',
    edit: ['refuse_network(name)', 'pass'],
  },
  {
    ...{ control: 19, name: 'bridges open a USD that names another computer', test: PATHS_TEST },
    file: 'assets/bridges/dropforge_bridge/usd_names.py',
    edit: ['    if is_on_other_computer(name):', '    if False:'],
  },
  {
    ...{ control: 20, name: 'a reader may take for ever', file: LIMITS, test: LIMITS_TEST },
    edit: [
      "const deadline = setTimeout(exceed, maxMs, 'too-slow');",
      'const deadline = setTimeout(() => undefined, maxMs);',
    ],
  },
  {
    ...{ control: 20, name: 'a reader may take any memory', file: LIMITS, test: LIMITS_TEST },
    edit: ['if (bytes !== null && bytes > maxBytes) return', 'if (bytes !== null && bytes < 0) return'],
  },
  {
    ...{ control: 20, name: 'a reader has no watchdog', file: 'src-main/readers/reader-worker.ts' },
    edit: [
      'new Worker(watchdog, { workerData: { maxBytes: Number(process.argv.at(-1)), parent: process.ppid } }).unref();',
      '',
    ],
    test: 'test/readers/reader-watchdog.test.ts',
  },
  {
    ...{ control: 20, name: 'a watchdog allows any memory', file: WATCHDOG, test: WATCHDOG_TEST },
    edit: ['if (process.memoryUsage.rss() <= maxBytes) return;', 'if (process.memoryUsage.rss() > 0) return;'],
  },
  {
    ...{ control: 20, name: 'a watchdog ignores that its parent ended', file: WATCHDOG, test: WATCHDOG_TEST },
    edit: ['if (!isParentAlive(parent)) die();', ''],
  },
  {
    ...{ control: 21, name: 'SVG is decoded as an image', file: 'src-main/engine/base/image/open-with-sharp.ts' },
    edit: ["if (format === null || format === 'bmp') {", "if (format === 'bmp') {"],
    test: 'test/engine/base/image/open-with-sharp.test.ts',
  },
  {
    ...{ control: 22, name: 'links in hot folders are followed', file: 'src-main/folders/watching/ready-file.ts' },
    edit: ['if (!facts.isFile() || facts.size === 0n) return null;', 'if (facts.size === 0n) return null;'],
    test: 'test/folders/watching/ready-file.test.ts',
  },
];
