import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** Formats by the names of assimp’s exporters. */
const EXPORTERS = { FBX: 'fbx', STL: 'stlb', OBJ: 'obj', GLTF: 'gltf2', '3MF': '3mf' } as const;

/** A format that assimp writes. */
export type AssimpFormat = keyof typeof EXPORTERS;

const TIMEOUT_MS = 300_000;

/**
 * Milliseconds of assimp’s command line that converts a file; null when it is not installed, or when it wrote fewer than
 * `leastBytes`: its 3MF files have no triangles. Throws when it fails.
 */
export function runAssimp(source: string, target: string, format: AssimpFormat, leastBytes: number): number | null {
  const start = performance.now();
  const args = ['export', source, target, `-f${EXPORTERS[format]}`];
  const { error, status, stdout } = spawnSync('assimp', args, { encoding: 'utf8', timeout: TIMEOUT_MS });
  const ms = performance.now() - start;
  if (error) return null;
  if (status !== 0) throw new Error(`assimp ended with ${status}: ${stdout.slice(-500)}`);
  return statSync(target).size < leastBytes ? null : ms;
}
