import { readFile } from 'node:fs/promises';
import { imageToModel } from '../../src-main/engine/make/one-view/image-to-model.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { timed, withApp } from './bench-app.ts';
import { median } from './median.ts';
import type { Figure } from './unconverted.ts';

const ROUNDS = 7;
const GOAL_MS = 3_000;

/** From drop to the GLB in the output folder, beside the engine alone on the same image in the same process. */
export function benchEndToEnd(): Promise<Figure[]> {
  return withApp(async (app, folder) => {
    const picture = await writeSampleImage(folder, 'bench.png', 1024);
    const bytes = await readFile(picture);
    const source = { path: picture, kind: 'picture', bytes: bytes.byteLength } as const;
    const order = { formats: ['glb'], serviceKind: 'local', free: true, outFolder: null } as const;
    const travel = async (): Promise<void> => {
      const [record] = app.queue.add([source], order);
      await app.queue.whenSettled([record?.id ?? '']);
      if (app.queue.records().at(-1)?.status !== 'done') throw new Error('The job did not end well.');
    };
    const options = { texture: true, textureSize: 1024, faceLimit: null, compress: '', seed: 1 } as const;
    const first = await timed(travel);
    const ways: number[] = [];
    const engines: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      engines.push(await timed(() => imageToModel(bytes, options, () => undefined)));
      ways.push(await timed(travel));
    }
    const [way, engine] = [median(ways), median(engines.slice(1))];
    const beside = `the engine alone ${engine.toFixed(0)} ms, ratio ${(way / engine).toFixed(2)}`;
    return [
      {
        what: '1024² picture, first of the session',
        value: `${first.toFixed(0)} ms`,
        goal: '≤ 3000 ms',
        peer: beside,
        met: first <= GOAL_MS,
      },
      {
        what: '1024² picture, median of 7',
        value: `${way.toFixed(0)} ms`,
        goal: '≤ 3000 ms',
        peer: beside,
        met: way <= GOAL_MS,
      },
    ];
  });
}
