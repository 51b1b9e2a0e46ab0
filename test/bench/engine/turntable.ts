import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { encodeFrames } from '../../../src-main/engine/show/video/encode-frames.ts';
import { encodeFrame } from '../../../src-main/engine/show/video/encode-frame.ts';
import { renderTurntable, TURNTABLE } from '../../../src-main/engine/show/video/turntable.ts';
import { writeWebm } from '../../../src-main/engine/show/video/write-webm.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { timed } from '../bench-app.ts';
import { median } from '../median.ts';
import type { Figure } from '../unconverted.ts';
import { SAMPLES } from '../../helpers/samples.ts';

const HELMET = path.join(SAMPLES, 'models/DamagedHelmet.glb');
const ROUNDS = 3;
const MAX_MS = 3000;

/** A turntable of 15,000 triangles with 2048² textures, from the document to the WebM file. */
export async function benchTurntable(): Promise<Figure[]> {
  const isHelmet = existsSync(HELMET);
  const document = await readGlb(isHelmet ? await readFile(HELMET) : await makeTexturedSphere(15_000, 2048));
  const { size, frames, framesPerSecond } = TURNTABLE;
  let bytes = 0;
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const time = await timed(async () => {
      const encoded = await encodeFrames(
        renderTurntable(document, TURNTABLE, () => undefined),
        encodeFrame,
      );
      bytes = writeWebm(encoded, { width: size, height: size, framesPerSecond }).length;
    });
    rounds.push(time);
  }
  const time = median(rounds.slice(1));
  return [
    {
      what: `turntable of ${isHelmet ? 'DamagedHelmet' : 'a sphere'}, ${frames} pictures of ${size}² as WebM`,
      value: `${time.toFixed(0)} ms, ${(bytes / 1e6).toFixed(2)} MB`,
      goal: `≤ ${MAX_MS} ms`,
      peer: 'nothing',
      met: time <= MAX_MS,
    },
  ];
}
