import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../base/project-root.ts';

/** A library the app is made of, with the licence it is used under. */
export interface Library {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** What the page is made of; it is built from them and names them as packages of the build only. */
const IN_THE_PAGE: readonly string[] = ['svelte', 'three', 'bits-ui', '@lucide/svelte'];

const dependencies = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });
const described = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().default('see the package'),
});

/** Every library the app is made of, by name; one whose description cannot be read here is left out. */
export async function listLibraries(root = PROJECT_ROOT): Promise<Library[]> {
  const own = dependencies.parse(await readJson(path.join(root, 'package.json')));
  const names = [...new Set([...Object.keys(own.dependencies), ...IN_THE_PAGE])].sort();
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
