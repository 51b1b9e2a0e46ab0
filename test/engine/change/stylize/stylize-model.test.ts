import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Style } from '../../../../src-shared/api/operations/stylize-model.ts';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeThreeMf } from '../../../../src-main/engine/files/3mf/write-three-mf.ts';
import {
  MAX_STYLIZED_TRIANGLES,
  stylizeModel,
  type StylizeResult,
} from '../../../../src-main/engine/change/stylize/stylize-model.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import { buildGlb, cutAbove, makeBall, move, silent, turnProfile, writeValid } from '../../base/mesh/build-model.ts';
import { measureSolid, shareOf, type Solid } from './measure-solid.ts';

const STYLES = [
  'lego',
  'voxel',
  'voronoi',
  'minecraft',
  'keyring',
  'fridge_magnet',
  'keycap',
] as const satisfies readonly Style[];
const PRINT_OBJECTS = ['keyring', 'fridge_magnet', 'keycap'] as const;
const BLOCK_STYLES = ['lego', 'voxel', 'minecraft'] as const;

/** A ball on an open bowl, and a separate small ball; red for u < 0.5, blue elsewhere. */
const pieces = {
  ball: makeBall(16),
  bowl: move(cutAbove(makeBall(12), -0.1), [0, -0.9, 0]),
  loose: move(
    turnProfile(8, 8, (height) => 0.3 * Math.sqrt(1 - height * height)),
    [1.8, 0, 0],
  ),
};
const WIDTH = 3.1;
/** Coarse block sizes, which are fast. Print objects ignore them. */
const SIZES = {
  lego: 0.25,
  voxel: 0.12,
  voronoi: 0.25,
  minecraft: 0.25,
  keyring: null,
  fridge_magnet: 0.1,
  keycap: null,
};

const results = new Map<Style, StylizeResult>();
const solids = new Map<Style, Solid>();
let source: Uint8Array;
beforeAll(async () => {
  source = await buildGlb(pieces, { isTextured: true });
  for (const style of STYLES) {
    const result = await stylizeModel(source, style, SIZES[style], silent);
    results.set(style, result);
    solids.set(style, await measureSolid(result.document));
  }
});

const flat = (positions: number[]) => ({
  positions: new Float32Array(positions),
  uvs: new Float32Array((positions.length / 3) * 2),
  indices: Uint32Array.from({ length: positions.length / 3 }, (_, i) => i),
});
const triangle = flat([0, 0, 0, 1, 0, 0, 0, 1, 0]);

const isRed = (r: number, _g: number, b: number): boolean => r > 1.5 * b;
const isBlue = (r: number, _g: number, b: number): boolean => b > 1.5 * r;

describe.each(STYLES)('%s of a model with separate and open parts', (style) => {
  it('is closed, manifold, oriented outwards and within the limit of triangles', () => {
    const solid = solids.get(style)!;
    expect(solid.isClosed).toBe(true);
    expect(solid.volume).toBeGreaterThan(0);
    expect(solid.triangles).toBeLessThanOrEqual(MAX_STYLIZED_TRIANGLES);
    expect(results.get(style)!.triangles).toBe(solid.triangles);
    expect(toEngineText(results.get(style)!.notes.at(-1)!)).toBe(
      `The result has ${solid.triangles.toLocaleString('en')} triangles.`,
    );
  });

  it('has the colours of the model', () => {
    const red = shareOf(solids.get(style)!, isRed);
    const blue = shareOf(solids.get(style)!, isBlue);
    // Most of a keycap is the cap, which has one colour; a magnet shows one side.
    if (style !== 'keycap' && style !== 'fridge_magnet') {
      expect(red).toBeGreaterThan(0.3);
      expect(blue).toBeGreaterThan(0.3);
    }
    // Other colours occur only where red and blue meet.
    expect(red + blue).toBeGreaterThan(0.85);
  });

  it('passes the validator', async () => {
    await writeValid(results.get(style)!.document);
  });

  it.skipIf(!hasPrusaSlicer())('is manifold according to PrusaSlicer, if it is installed', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-stylize-'));
    try {
      const file = path.join(folder, 'model.3mf');
      await writeFile(file, await writeThreeMf(results.get(style)!.document));
      expect(execFileSync('prusa-slicer', ['--info', file], { encoding: 'utf8' })).toContain('manifold = yes');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('sizes', () => {
  it.each(BLOCK_STYLES)('%s keeps size and position to within a block', (style) => {
    const { low, size } = solids.get(style)!;
    expect(Math.abs(size[0]! / WIDTH - 1)).toBeLessThan(0.15);
    expect(low[1]).toBeCloseTo(-1.9, 1);
    expect(low[0]! + size[0]! / 2).toBeCloseTo(0.55, 1);
  });

  it('a lattice extends half a strut beyond the surface', () => {
    expect(solids.get('voronoi')!.size[0]!).toBeGreaterThan(WIDTH * 0.9);
    expect(solids.get('voronoi')!.size[0]!).toBeLessThan(WIDTH + 0.26);
  });

  it('print objects have their real size in metres, stand on y = 0 and are one piece', () => {
    const [keyring, magnet, keycap] = PRINT_OBJECTS.map((style) => solids.get(style)!);
    expect(keyring!.size[0]).toBeCloseTo(0.04, 3);
    expect(magnet!.size[0]).toBeCloseTo(0.05, 3);
    expect(magnet!.low[2]).toBeCloseTo(0, 4);
    expect(keycap!.size[0]).toBeCloseTo(0.018, 3);
    for (const { low, pieces: count } of [keyring!, magnet!, keycap!]) {
      expect(low[1]).toBeCloseTo(0, 3);
      expect(count).toBe(1);
    }
    expect(results.get('keyring')!.notes.map(toEngineText)).toContain(
      'Loose parts were joined by rods so that the model prints as one piece: 2.',
    );
  });

  it('block sizes are limited to the smallest possible size and to one block', async () => {
    const small = await stylizeModel(await buildGlb({ triangle }), 'minecraft', 1e-5, silent);
    expect(toEngineText(small.notes[0]!)).toMatch(/^block_size was raised from 0\.00001 to 0\.0156 meters/);
    expect(small.triangles).toBeLessThanOrEqual(MAX_STYLIZED_TRIANGLES);
    const large = await stylizeModel(source, 'voxel', 1000, silent);
    expect(toEngineText(large.notes[0]!)).toMatch(/A larger size would lose the shape/);
    expect(large.triangles).toBe(12);
    expect((await measureSolid(large.document)).isClosed).toBe(true);
    const valid = await stylizeModel(source, 'voxel', 0.2, silent);
    expect(toEngineText(valid.notes[0]!)).toBe('Blocks are 0.2 m wide.');
  });

  it('a print object notes that the block size has no effect', () => {
    expect(results.get('fridge_magnet')!.notes.map(toEngineText)).toContain(
      'block_size has no effect on a fridge magnet.',
    );
  });
});

describe('a skinned model without textures', () => {
  it.each(BLOCK_STYLES)('becomes %s in its rest pose and in its single colour', async (style) => {
    const glb = await buildGlb({ ball: makeBall(12) }, { isSkinned: true });
    const { document } = await stylizeModel(glb, style, 0.1, silent);
    const solid = await measureSolid(document);
    expect(solid.isClosed).toBe(true);
    expect(solid.volume).toBeGreaterThan((4 / 3) * Math.PI * 0.97);
    // Minecraft tiles are speckled.
    if (style !== 'minecraft') expect(shareOf(solid, (r, g, b) => Math.min(r, g, b) > 230)).toBeCloseTo(1, 5);
    expect(document.getRoot().listSkins()).toEqual([]);
  });
});

it('the result is deterministic', async () => {
  for (const [style, size] of [
    ['lego', 0.5],
    ['minecraft', 0.4],
    ['voronoi', 0.4],
  ] as const) {
    const [one, two] = [
      await stylizeModel(source, style, size, silent),
      await stylizeModel(source, style, size, silent),
    ];
    expect(Buffer.from(await toGlb(one.document)).equals(Buffer.from(await toGlb(two.document))), style).toBe(true);
  }
});

describe('unusual models', () => {
  const scaled = (scale: number) => ({ ...pieces.ball, positions: pieces.ball.positions.map((v) => v * scale) });

  it.each(['voxel', 'lego', 'voronoi'] as const)('a single triangle becomes a %s solid', async (style) => {
    const { document } = await stylizeModel(await buildGlb({ triangle }), style, 0.1, silent);
    const solid = await measureSolid(document);
    expect(solid.isClosed).toBe(true);
    expect(solid.volume).toBeGreaterThan(0);
  });

  it.each([1e-6, 1e6])('a model at scale %s keeps its size', async (scale) => {
    const { document } = await stylizeModel(await buildGlb({ ball: scaled(scale) }), 'voxel', scale / 5, silent);
    const solid = await measureSolid(document);
    expect(solid.isClosed).toBe(true);
    expect(Math.abs(solid.size[1]! / (2 * scale) - 1)).toBeLessThan(0.11);
  });

  it('a horizontal or vertical rod becomes a magnet with a complete pocket', async () => {
    const rod = turnProfile(8, 8, () => 0.06);
    const horizontal = {
      ...rod,
      positions: rod.positions.map((_value, i, all) => all[i - (i % 3) + [1, 0, 2][i % 3]!]! * (i % 3 === 2 ? -1 : 1)),
    };
    for (const piece of [rod, horizontal]) {
      const { document } = await stylizeModel(await buildGlb({ piece }), 'fridge_magnet', null, silent);
      const { isClosed, size } = await measureSolid(document);
      expect([isClosed, Math.max(...size).toFixed(2), Math.min(size[0]!, size[1]!).toFixed(3)]).toEqual([
        true,
        '0.05',
        '0.013',
      ]);
    }
  });

  it('models without extent or of an extreme size are rejected', async () => {
    const point = flat([1, 1, 1, 1, 1, 1, 1, 1, 1]);
    await expect(stylizeModel(await buildGlb({ point }), 'voxel', null, silent)).rejects.toThrow(/has no size/);
    const huge = await buildGlb({ ball: scaled(1e15) });
    await expect(stylizeModel(huge, 'keycap', null, silent)).rejects.toThrow(/Scale it to a usual size/);
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
