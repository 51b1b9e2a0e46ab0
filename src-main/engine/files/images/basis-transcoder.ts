import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import type { BasisTranscoder } from '../../../../src-shared/formats/transcode-ktx2.ts';

type Start = (options: { readonly wasmBinary: Uint8Array }) => Promise<BasisTranscoder>;

let loaded: Promise<BasisTranscoder> | null = null;

/** Loads the Basis Universal transcoder once per thread, on first use. */
export function loadBasisTranscoder(): Promise<BasisTranscoder> {
  loaded ??= load();
  return loaded;
}

/** Loads a plain script that assumes it runs in a shell: it gets its WebAssembly as bytes and opens no file. */
async function load(): Promise<BasisTranscoder> {
  const script = await readFile(findFile('basis_transcoder.js'), 'utf8');
  const made: { exports: unknown } = { exports: {} };
  const run = compileFunction(script, ['module', 'exports', 'process']) as (module: object, exports: unknown) => void;
  run(made, made.exports);
  const basis = await (made.exports as Start)({ wasmBinary: await readFile(findFile('basis_transcoder.wasm')) });
  basis.initializeBasis();
  return basis;
}

/**
 * Returns the path of a file: a build copies the files next to this module, because the package is not shipped; in the
 * sources it is in `node_modules`.
 */
function findFile(name: string): string {
  const built = path.join(import.meta.dirname, 'basis', name);
  return existsSync(built) ? built : createRequire(import.meta.url).resolve(`three/addons/libs/basis/${name}`);
}
