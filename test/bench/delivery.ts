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
import { MissingProgram } from './harness/missing-program.ts';
import { defineGroup, type Trial } from './harness/row.ts';

const TRIANGLES = 15_000;
const WARM = 2;
const SECOND = 1000;

/** A window counts as at rest when it drew nothing for so long; to smooth edges Blender draws each change eight times. */
const REST_MS = 1_500;

interface Context {
  readonly root: string;
  readonly session: WindowSession;
  /** How often an asset was delivered. */
  round: number;
  /** Seconds of Blender’s own work for the latest asset. */
  alone: { readonly imported: number; readonly drawn: number };
}

const deliver: Trial<Context> = {
  rows: [
    {
      id: 'delivery/imported',
      what: '15,000 triangles in the output folder until a running Blender has imported them',
      ...{ figure: 'imported', unit: 's', better: 'lower', goal: { limit: 1, ratio: 2 } },
    },
    {
      id: 'delivery/drawn',
      what: '15,000 triangles in the output folder until Blender has drawn them without a graphics card',
      ...{ figure: 'drawn', unit: 's', better: 'lower', goal: { limit: 1, ratio: 1.5 } },
    },
  ],
  // The first images of a scene cost a software renderer seconds of preparation: `open` delivers two.
  state: 'cold',
  quickRuns: 0,
  isOneEvent: true,
  ours: deliverOne,
  peer: {
    name: 'Blender’s import alone, and its import and first image alone',
    measure: ({ alone }) => Promise.resolve({ imported: alone.imported, drawn: alone.imported + alone.drawn }),
  },
};

/**
 * Delivery into a running Blender whose window is at rest: from the rename that makes an asset of 15,000 triangles visible
 * in the output folder to the end of the first image of the 3D view that shows it, and it alone.
 */
export const deliveryGroup = defineGroup<Context>({
  name: 'delivery',
  needs: ['blender', 'Xvfb'],
  async open() {
    if (!BLENDER || spawnSync('Xvfb', ['-help']).error !== undefined) {
      throw new MissingProgram('Blender and Xvfb are not installed');
    }
    const root = await mkdtemp(path.join(os.tmpdir(), 'dropforge-bench-'));
    const at = (name: string): string => path.join(root, name);
    for (const name of ['export', 'home', 'says']) mkdirSync(at(name));
    const session = await startWindow({
      ...{ folder: at('export'), home: at('home'), says: at('says'), picture: at('shot.png'), target: 'bench' },
    });
    const context: Context = { root, session, round: 0, alone: { imported: 0, drawn: 0 } };
    try {
      await until(() => session.hasSaid('ready'));
      while (context.round < WARM) await deliverOne(context);
      return context;
    } catch (cause) {
      await close(context);
      throw cause;
    }
  },
  close,
  trials: [deliver],
});

async function close({ root, session }: Context): Promise<void> {
  await session.stop();
  await rm(root, { recursive: true, force: true });
}

/** Delivers one asset; seconds until it was imported and until it was drawn. */
async function deliverOne(context: Context): Promise<{ imported: number; drawn: number }> {
  const { root, session } = context;
  const round = ++context.round;
  const exported = path.join(root, 'export');
  const data = await makeTexturedSphere(TRIANGLES, 1024);
  const name = `ball ${round}`;
  const asked = Date.now();
  writeFileSync(path.join(root, 'says', 'hide'), '');
  await until(() => session.saidAt('drawing') > asked && isAtRest(session));
  const asset = exportAsset(exported, name, [{ path: `${name}.glb`, data }]);
  const readyAt = Date.now() / SECOND;
  await until(() => session.hasSaid(`visible-${round}`));
  await until(() => readReceipts(exported).length === round);
  const answer = readReceipts(exported).find((each) => each.asset === asset.id);
  if (!answer) throw new Error('Blender wrote no receipt.');
  const [drawnAt = '', image = ''] = session.said(`visible-${round}`).split(' ');
  context.alone = { imported: answer.seconds, drawn: Number(image) };
  return { imported: Date.parse(answer.importedAt) / SECOND - readyAt, drawn: Number(drawnAt) - readyAt };
}

function isAtRest({ saidAt }: WindowSession): boolean {
  return saidAt('drawn') >= saidAt('drawing') && Date.now() - saidAt('drawn') > REST_MS;
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 10) {
    if (waited > 120_000) throw new Error('Blender did not come to it within two minutes.');
    await pause(10);
  }
}
