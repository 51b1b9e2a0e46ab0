import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prune } from '@gltf-transform/functions';
import { describe, expect, test } from 'vitest';
import { writeStl } from '../../../../src-main/engine/files/stl/write-stl.ts';
import { keepParts } from '../../../../src-main/engine/base/document/keep-parts.ts';
import { completeModel } from '../../../../src-main/engine/change/complete/complete-model.ts';
import { findOpenEdges } from '../../../../src-main/engine/change/complete/open-edges.ts';
import { weldPart } from '../../../../src-main/engine/change/complete/weld-part.ts';
import { segmentModel } from '../../../../src-main/engine/change/segment/segment-model.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import {
  buildGlb,
  cutAbove,
  joinAll,
  makeBall,
  move,
  silent,
  turnProfile,
  writeValid,
} from '../../base/mesh/build-model.ts';

/** Returns a document with only one part of a model. */
async function takePart(glb: Uint8Array, name: string) {
  const document = await readGlb(glb);
  keepParts(document, [name]);
  await document.transform(prune());
  return document;
}

async function countFaults(glb: Uint8Array, name: string): Promise<number> {
  const { open, clashes } = findOpenEdges(await weldPart(joinAll(await takePart(glb, name))));
  return open.length / 2 + clashes;
}

describe('an open part', () => {
  test('is closed in the colours of its rim and keeps skin and clips', async () => {
    const bowl = cutAbove(makeBall(16), 0.3);
    const source = await buildGlb({ bowl }, { isTextured: true, isSkinned: true });
    const { document, closed, notes } = await completeModel(source, [], silent);
    expect([closed, notes]).toEqual([['bowl'], []]);
    const glb = await writeValid(document);
    expect(await countFaults(glb, 'bowl')).toBe(0);
    const [skin, filling] = document.getRoot().listMeshes()[0]!.listPrimitives();
    expect(skin!.getMaterial()!.getBaseColorTexture()).not.toBeNull();
    expect(filling!.getAttribute('WEIGHTS_0')).not.toBeNull();
    const colors = filling!.getAttribute('COLOR_0')!;
    const points = filling!.getAttribute('POSITION')!;
    for (let vertex = 0; vertex < colors.getCount(); vertex++) {
      const [r = 0, g = 0, b = 0] = colors.getElement(vertex, []);
      const [, , z = 0] = points.getElement(vertex, []);
      expect(g).toBeLessThan(0.05);
      // u < 0.5 is red and at z < 0; the colours are mixed near z = 0.
      if (Math.abs(z) > 0.1) expect(z < 0 ? r : b).toBeGreaterThan(0.5);
    }
  });

  test('is the only one closed if it is named', async () => {
    const bowl = cutAbove(makeBall(16), 0.3);
    const source = await buildGlb({ bowl, other: move(bowl, [3, 0, 0]) });
    const { document, closed } = await completeModel(source, ['other'], silent);
    const glb = await writeValid(document);
    expect(closed).toEqual(['other']);
    expect(await countFaults(glb, 'other')).toBe(0);
    expect(await countFaults(glb, 'bowl')).toBeGreaterThan(0);
    await expect(completeModel(source, ['lid'], silent)).rejects.toThrow('“bowl”, “other”');
  });

  test('with self-intersections is remeshed, with a note', async () => {
    const ball = makeBall(12);
    // An extra triangle makes an edge of the ball non-manifold: three triangles share it.
    const indices = Uint32Array.from([...ball.indices, ball.indices[300]!, ball.indices[301]!, 0]);
    const { document, closed, notes } = await completeModel(await buildGlb({ ball: { ...ball, indices } }), [], silent);
    const glb = await writeValid(document);
    expect(closed).toEqual(['ball']);
    expect(notes.map(toEngineText)).toEqual([expect.stringContaining('“ball” intersected itself')]);
    expect(await countFaults(glb, 'ball')).toBe(0);
  });
});

describe('the parts of a segmented model', () => {
  const snowman = turnProfile(30, 24, (h) => Math.sqrt(Math.max(0, 0.25 - (Math.abs(h) - 0.5) ** 2)) + 0.02);

  test('are all closed', async () => {
    const { document: parts, names } = await segmentModel(await buildGlb({ snowman }, { isTextured: true }), silent);
    const { document, closed } = await completeModel(await toGlb(parts), [], silent);
    expect([...closed].sort()).toEqual([...names].sort());
    const glb = await writeValid(document);
    for (const name of names) expect(await countFaults(glb, name), name).toBe(0);
  });

  test.skipIf(!hasPrusaSlicer())('are manifold according to PrusaSlicer, if it is installed', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-complete-'));
    try {
      const { document: parts, names } = await segmentModel(await buildGlb({ snowman }), silent);
      const { document } = await completeModel(await toGlb(parts), [], silent);
      const glb = await toGlb(document);
      for (const name of names) {
        const file = path.join(folder, 'part.stl');
        await writeFile(file, writeStl(await takePart(glb, name)));
        expect(execFileSync('prusa-slicer', ['--info', file], { encoding: 'utf8' })).toContain('manifold = yes');
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

function hasPrusaSlicer(): boolean {
  try {
    execFileSync('prusa-slicer', ['--help'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
