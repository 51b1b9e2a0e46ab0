import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { runEngine, type EngineTask } from './run-engine.ts';
import type { Figure } from '../unconverted.ts';

const TRIANGLES = 500_000;
const EDGE = 2048;
const MAX_MB = 600;

/** What an engine is asked for, and how that is called. */
const TASKS: readonly (readonly [string, EngineTask])[] = [
  ['to FBX', { operation: 'convert_model', values: { format: 'FBX' } }],
  ['to USDZ', { operation: 'convert_model', values: { format: 'USDZ' } }],
  ['to OBJ', { operation: 'convert_model', values: { format: 'OBJ' } }],
  ['to 3MF', { operation: 'convert_model', values: { format: '3MF' } }],
  ['to 50,000 triangles', { operation: 'decimate_mesh', values: { face_limit: 50_000 } }],
];

/** The most memory a process holds that works on a model of 500,000 triangles with five 2048² textures. */
export async function benchMemory(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  try {
    const source = path.join(folder, 'model.glb');
    writeFileSync(source, await makeTexturedSphere(TRIANGLES, EDGE));
    return TASKS.map(([what, task]) => {
      const { peakMb } = runEngine({ source, target: path.join(folder, 'made'), task });
      return {
        what: `500k triangles with five 2048² textures ${what}, most memory`,
        value: `${peakMb.toFixed(0)} MiB`,
        goal: `≤ ${MAX_MB} MiB`,
        peer: 'nothing',
        met: peakMb <= MAX_MB,
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
