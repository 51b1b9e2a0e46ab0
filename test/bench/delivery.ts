import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BLENDER } from '../bridges/blender/program.ts';
import { readReceipts, startWindow } from '../bridges/blender/window-session.ts';
import { exportAsset } from '../bridges/export-asset.ts';
import { makeTexturedSphere } from '../helpers/textured-sphere.ts';
import { median } from './median.ts';
import type { Figure } from './run.ts';

const TRIANGLES = 15_000;
const ROUNDS = 7;
/** The first pictures of a scene cost a software renderer seconds of preparation. */
const WARM = 2;
const SECOND = 1000;

/**
 * Delivery into a running Blender with a window: from the rename that makes an asset of 15,000 triangles visible in the
 * export folder to the picture of the 3D view that shows it, beside the import alone, as Blender's own importer takes.
 */
export async function benchDelivery(): Promise<Figure[]> {
  if (!BLENDER || spawnSync('Xvfb', ['-help']).error !== undefined) {
    console.log('  left out: Blender and Xvfb are needed');
    return [];
  }
  const root = await mkdtemp(path.join(os.tmpdir(), 'dropforge-bench-'));
  const at = (name: string): string => path.join(root, name);
  for (const name of ['export', 'home', 'says']) mkdirSync(at(name));
  const session = await startWindow({
    ...{ folder: at('export'), home: at('home'), says: at('says'), picture: at('shot.png'), target: 'bench' },
  });
  try {
    await until(() => session.hasSaid('ready'));
    const [imported, drawn, alone]: [number[], number[], number[]] = [[], [], []];
    for (let round = 1; round <= WARM + ROUNDS; round++) {
      const data = await makeTexturedSphere(TRIANGLES, 1024);
      const name = `ball ${round}`;
      await pause(1_000);
      const readyAt = Date.now() / SECOND;
      const asset = exportAsset(at('export'), name, [{ path: `${name}.glb`, data }]);
      await until(() => session.hasSaid(`visible-${round}`));
      await until(() => readReceipts(at('export')).length === round);
      const answer = readReceipts(at('export')).find((each) => each.asset === asset.id);
      if (!answer || round <= WARM) continue;
      imported.push(Date.parse(answer.importedAt) / SECOND - readyAt);
      drawn.push(Number(session.said(`visible-${round}`)) - readyAt);
      alone.push(answer.seconds);
    }
    const peer = `the import alone ${median(alone).toFixed(2)} s`;
    return [
      toFigure('asset there → imported by a running Blender, p50', median(imported), peer),
      toFigure('asset there → drawn by it (software renderer), p50', median(drawn), peer),
    ];
  } finally {
    await session.stop();
    await rm(root, { recursive: true, force: true });
  }
}

function toFigure(what: string, seconds: number, peer: string): Figure {
  return { what, value: `${seconds.toFixed(2)} s`, goal: '≤ 1 s', peer, met: seconds <= 1 };
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 10) {
    if (waited > 120_000) throw new Error('Blender did not come to it within two minutes.');
    await pause(10);
  }
}
