import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SourceFiles } from './source-files.ts';

/** A sample image that is included with the app. */
export interface Sample {
  readonly name: string;
  readonly title: string;
  readonly path: string;
}

/** The samples in a folder: every PNG, named after its file. */
export async function listSamples(folder: string): Promise<Sample[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.png')).sort();
  return names.map((file) => {
    const name = path.parse(file).name;
    return { name, title: name.charAt(0).toUpperCase() + name.slice(1), path: path.join(folder, file) };
  });
}

/** A sample as a source. */
export async function copySample(sample: Sample): Promise<SourceFiles> {
  const { size } = await stat(sample.path);
  return { path: sample.path, name: path.basename(sample.path), kind: 'picture', bytes: size };
}
