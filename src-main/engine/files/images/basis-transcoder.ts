import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import type { BasisTranscoder } from '../../../../src-shared/formats/transcode-ktx2.ts';

type Start = (options: { readonly wasmBinary: Uint8Array }) => Promise<BasisTranscoder>;

let loaded: Promise<BasisTranscoder> | null = null;

/** Loads the transcoder of Basis Universal once per thread, when the first picture needs it. */
export function loadBasisTranscoder(): Promise<BasisTranscoder> {
  loaded ??= load();
  return loaded;
}

/** A plain script that thinks itself in a shell: it is given its WebAssembly and looks for no file. */
async function load(): Promise<BasisTranscoder> {
  const script = await readFile(findFile('basis_transcoder.js'), 'utf8');
  const made: { exports: unknown } = { exports: {} };
  const run = compileFunction(script, ['module', 'exports', 'process']) as (module: object, exports: unknown) => void;
  run(made, made.exports);
  const basis = await (made.exports as Start)({ wasmBinary: await readFile(findFile('basis_transcoder.wasm')) });
  basis.initializeBasis();
  return basis;
}

/** A build lays the files beside this module, because the package stays behind; among the sources it is at hand. */
function findFile(name: string): string {
  const built = path.join(import.meta.dirname, 'basis', name);
  return existsSync(built) ? built : createRequire(import.meta.url).resolve(`three/addons/libs/basis/${name}`);
}
