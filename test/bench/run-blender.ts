import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MissingProgram } from './harness/missing-program.ts';
import { findProgram } from '../../src-main/dcc/detect/find-program.ts';

/** What one run of Blender's command line took. */
export interface BlenderRun {
  /** The whole process. */
  readonly ms: number;
  /** Seconds by the names the script gave them in `mark('name', seconds)`. */
  readonly marks: Readonly<Record<string, number>>;
}

/** Debian's Blender 3.4 meets a numpy without `bool`; one line mends it. */
const PREAMBLE = `import bpy, numpy, time, math
numpy.bool = bool
def mark(name, value): print('@mark', name, value, flush=True)
`;

const TIMEOUT_MS = 300_000;

/**
 * Runs a Python script in Blender without its window; null when Blender is not installed, or was built without an operator
 * of the script. Throws when it fails.
 */
export function runBlender(script: string): BlenderRun | null {
  const blender = findProgram('blender');
  if (!blender) return null;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-blender-'));
  try {
    const file = path.join(folder, 'script.py');
    writeFileSync(file, PREAMBLE + script);
    const args = ['-b', '--factory-startup', '--python-exit-code', '1', '-P', file];
    const start = performance.now();
    const { status, stdout, stderr } = spawnSync(blender, args, { encoding: 'utf8', timeout: TIMEOUT_MS });
    const ms = performance.now() - start;
    if (status !== 0) {
      const output = stdout + stderr;
      if (output.includes("No module named 'numpy'")) {
        throw new MissingProgram('Blender has no numpy: sudo apt-get install python3-numpy');
      }
      if (/Calling operator "[^"]+" error, could not be found/.test(output)) return null;
      const reason = output.match(/^.*Error: .*$/gm)?.at(-1) ?? output.slice(-200);
      throw new Error(`Blender ended with ${status}: ${reason}`);
    }
    const marks = [...stdout.matchAll(/^@mark (\S+) (\S+)$/gm)].map(
      ([, name, value]) => [name!, Number(value)] as const,
    );
    return { ms, marks: Object.fromEntries(marks) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A Python string. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
