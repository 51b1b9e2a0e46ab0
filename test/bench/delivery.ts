import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BLENDER } from '../bridges/blender/program.ts';
import { readReceipts, startWindow, type WindowSession } from '../bridges/blender/window-session.ts';
import { exportAsset } from '../bridges/export-asset.ts';
import { makeTexturedSphere } from '../helpers/models/textured-sphere.ts';
import { median } from './median.ts';
import type { Figure } from './unconverted.ts';

const TRIANGLES = 15_000;
const ROUNDS = 7;
/** The first images of a scene cost a software renderer seconds of preparation. */
const WARM = 2;
const SECOND = 1000;

/** A window counts as at rest when it drew nothing for so long; to smooth edges Blender draws each change eight times. */
const REST_MS = 1_500;

/**
 * Delivery into a running Blender whose window is at rest: from the rename that makes an asset of 15,000 triangles visible
 * in the output folder to the end of the first image of the 3D view that shows it, and it alone; beside the import alone
 * and that image alone, which a renderer in software takes most of a second for.
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
    const [imported, drawn, imports, pictures]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let round = 1; round <= WARM + ROUNDS; round++) {
      const data = await makeTexturedSphere(TRIANGLES, 1024);
      const name = `ball ${round}`;
      const asked = Date.now();
      writeFileSync(path.join(at('says'), 'hide'), '');
      await until(() => session.saidAt('drawing') > asked && isAtRest(session));
      const asset = exportAsset(at('export'), name, [{ path: `${name}.glb`, data }]);
      const readyAt = Date.now() / SECOND;
      await until(() => session.hasSaid(`visible-${round}`));
      await until(() => readReceipts(at('export')).length === round);
      const answer = readReceipts(at('export')).find((each) => each.asset === asset.id);
      if (!answer || round <= WARM) continue;
      imported.push(Date.parse(answer.importedAt) / SECOND - readyAt);
      const [drawnAt = '', picture = ''] = session.said(`visible-${round}`).split(' ');
      drawn.push(Number(drawnAt) - readyAt);
      pictures.push(Number(picture));
      imports.push(answer.seconds);
    }
    const alone = `the import alone ${median(imports).toFixed(2)} s`;
    const picture = `the picture alone ${median(pictures).toFixed(2)} s, drawn in software`;
    return [
      toFigure('asset there → imported by a running Blender, p50', median(imported), alone),
      toFigure('asset there → drawn by it without a graphics card, p50', median(drawn), `${alone}, ${picture}`),
    ];
  } finally {
    await session.stop();
    await rm(root, { recursive: true, force: true });
  }
}

function isAtRest({ saidAt }: WindowSession): boolean {
  return saidAt('drawn') >= saidAt('drawing') && Date.now() - saidAt('drawn') > REST_MS;
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
