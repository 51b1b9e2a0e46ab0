import type { Document } from '@gltf-transform/core';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { renderOrthographic } from '../../../src-main/engine/base/render/render-orthographic.ts';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { encodeFrames } from '../../../src-main/engine/show/video/encode-frames.ts';
import { encodeFrame } from '../../../src-main/engine/show/video/encode-frame.ts';
import { renderTurntable, TURNTABLE } from '../../../src-main/engine/show/video/turntable.ts';
import { writeWebm } from '../../../src-main/engine/show/video/write-webm.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { SAMPLES } from '../../helpers/samples.ts';
import { timed } from '../harness/clock.ts';
import { defineGroup } from '../harness/row.ts';

const HELMET = path.join(SAMPLES, 'models/DamagedHelmet.glb');

/** A turntable of 15,000 triangles with 2048² textures, from the document to the WebM file. */
export const turntableGroup = defineGroup<Document>({
  name: 'turntable',
  async open() {
    return readGlb(existsSync(HELMET) ? await readFile(HELMET) : await makeTexturedSphere(15_000, 2048));
  },
  close: () => Promise.resolve(),
  trials: [
    {
      rows: [
        {
          id: 'turntable/webm',
          what: `turntable of 15,000 triangles, ${TURNTABLE.frames} images of ${TURNTABLE.size}² as WebM`,
          ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 3_000 } },
        },
      ],
      state: 'warm',
      quickRuns: 0,
      ours: async (document) => ({
        ms: await timed(async () => {
          const { size, framesPerSecond } = TURNTABLE;
          const frames = renderTurntable(document, TURNTABLE, () => undefined);
          writeWebm(await encodeFrames(frames, encodeFrame), { width: size, height: size, framesPerSecond });
        }),
      }),
      peer: {
        name: 'as many single views, drawn and not encoded',
        measure: async (document) => ({
          ms: await timed(async () => {
            for (let frame = 0; frame < TURNTABLE.frames; frame++) {
              await renderOrthographic(document, ['front'], TURNTABLE.size, 'soft');
            }
          }),
        }),
      },
    },
  ],
});
