import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { BUILD_PARTS } from '../../src-main/cli/lib/build-parts.ts';
import { ensureBuild } from '../../src-main/cli/lib/ensure-build.ts';
import { folderBytes } from '../helpers/folder-bytes.ts';
import { packageApp } from '../packaging/package-app.ts';
import { SIZE_BUDGET_BYTES } from '../packaging/shipped-packages.ts';
import { createBenchFolder } from './bench-folder.ts';
import { defineGroup, type Trial } from './harness/row.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MIB = 1024 ** 2;

const packed: Trial<null> = {
  rows: [
    {
      id: 'size/packed',
      what: 'files of the app for Linux without Electron, packed',
      ...{ figure: 'mib', unit: 'MiB', better: 'lower', goal: { limit: SIZE_BUDGET_BYTES / MIB } },
    },
    {
      id: 'size/download',
      what: 'the compressed download',
      ...{ figure: 'gzipMib', unit: 'MiB', better: 'lower', goal: { limit: 60 } },
    },
  ],
  state: 'cold',
  isExact: true,
  quickRuns: 0,
  async ours() {
    const folder = createBenchFolder();
    try {
      const resources = path.join(await packageApp(folder.at()), 'resources');
      return { mib: folderBytes(resources) / MIB, gzipMib: (await measureArchive(resources)) / MIB };
    } finally {
      folder.remove();
    }
  },
  peer: {
    name: 'all production and development packages',
    measure: () => Promise.resolve({ mib: folderBytes(path.join(ROOT, 'node_modules')) / MIB }),
  },
};

const page: Trial<null> = {
  rows: [
    {
      id: 'size/first-script',
      what: 'first script of the page, compressed',
      ...{ figure: 'kb', unit: 'kB', better: 'lower', goal: { limit: 200 } },
    },
  ],
  state: 'cold',
  isExact: true,
  ours: () => Promise.resolve({ kb: sumScripts('.br') / 1000 }),
  peer: { name: 'the same uncompressed', measure: () => Promise.resolve({ kb: sumScripts('') / 1000 }) },
};

/** What is downloaded: the packed app, and the first script of the page. */
export const sizeGroup = defineGroup<null>({
  name: 'size',
  async open() {
    await ensureBuild(...BUILD_PARTS);
    return null;
  },
  close: () => Promise.resolve(),
  trials: [page, packed],
});

/** The first script and all that it imports statically, which the build lists in the page. */
function sumScripts(suffix: string): number {
  const folder = path.join(ROOT, 'dist/renderer');
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? '');
  return scripts.reduce((sum, file) => sum + statSync(path.join(folder, file + suffix)).size, 0);
}

/** Bytes of a folder as a gzipped archive. */
async function measureArchive(folder: string): Promise<number> {
  let bytes = 0;
  const tar = spawn('tar', ['-cz', '-C', folder, '.'], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of tar.stdout) bytes += (chunk as Buffer).length;
  return bytes;
}
