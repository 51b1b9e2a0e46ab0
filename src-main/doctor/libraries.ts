import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../base/project-root.ts';

/** A library of the app with its licence. */
export interface Library {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** Libraries bundled into the page, which are development dependencies. */
const PAGE_LIBRARIES: readonly string[] = ['svelte', 'three', 'bits-ui', '@lucide/svelte'];

const dependencies = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });
const described = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().default('see the package'),
});

/** All libraries of the app, sorted by name; those without a readable package.json are skipped. */
export async function listLibraries(root = PROJECT_ROOT): Promise<Library[]> {
  const own = dependencies.parse(await readJson(path.join(root, 'package.json')));
  const names = [...new Set([...Object.keys(own.dependencies), ...PAGE_LIBRARIES])].sort();
  const found = names.map(async (name): Promise<Library[]> => {
    const read = described.safeParse(await readJson(path.join(root, 'node_modules', name, 'package.json')));
    return read.success ? [{ name, version: read.data.version, licence: read.data.license }] : [];
  });
  return (await Promise.all(found)).flat();
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return {};
  }
}
