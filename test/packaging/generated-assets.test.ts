import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { ANIMATIONS } from '../../src-shared/api/operations/retarget-animation.ts';
import { RIG_TYPES } from '../../src-shared/api/operations/rig-model.ts';
import { MATERIAL_OPTIONS } from '../../src-renderer/features/operations/material-words.ts';
import { STYLES } from '../../src-shared/api/operations/stylize-model.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const assets = resolve(import.meta.dirname, '../../assets');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const draw = (script: string) => promisify(execFile)(process.execPath, [join(assets, script), folder]);
const pixels = (file: string) => sharp(file).ensureAlpha().raw().toBuffer();

/** Levels by which processors may round differently. */
const ROUNDING = 2;

/** Whether two images of one size are the same, but for rounding. */
async function isSame(file: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all([pixels(file), pixels(other)]);
  return one.length === two.length && one.every((value, at) => Math.abs(value - (two[at] ?? 0)) <= ROUNDING);
}

describe('the samples', () => {
  it('are what their script draws, pixel by pixel', async () => {
    await draw('samples/draw-samples.ts');
    const drawn = readdirSync(folder).sort();
    expect(drawn).toEqual(
      readdirSync(join(assets, 'samples'))
        .filter((name) => name.endsWith('.png'))
        .sort(),
    );
    expect(drawn).toEqual(['fox.png', 'mug.png', 'rocket.png']);
    for (const name of drawn) {
      const same = await isSame(join(folder, name), join(assets, 'samples', name));
      expect([name, same]).toEqual([name, true]);
    }
  });

  it.each(['fox', 'mug', 'rocket'])('show one shape on a transparent ground: %s', async (name) => {
    const file = join(assets, 'samples', `${name}.png`);
    const { width, height, channels } = await sharp(file).metadata();
    expect([width, height, channels]).toEqual([1024, 1024, 4]);
    expect(statSync(file).size).toBeLessThan(200_000);
    const data = await pixels(file);
    const alphaAt = (x: number, y: number) => data[(y * 1024 + x) * 4 + 3];
    for (const [x, y] of [
      [4, 4],
      [1019, 4],
      [4, 1019],
      [1019, 1019],
    ] as const)
      expect(alphaAt(x, y)).toBe(0);
    expect(alphaAt(500, 500)).toBe(255);
  });
});

describe('the tiles', () => {
  it('show every style, rig type, clip and material, in little space', () => {
    const options = [
      ...STYLES.map((style) => `style-${style}`),
      ...MATERIAL_OPTIONS.map((material) => `material-${material}`),
      ...RIG_TYPES.map((type) => `rig_type-${type}`),
      ...ANIMATIONS.map((clip) => `animations-${clip.replace(/^preset:/, '').replaceAll(':', '-')}`),
    ];
    const files = readdirSync(join(assets, 'tiles'));
    expect(files.sort()).toEqual(options.map((option) => `${option}.webp`).sort());
    const sizes = files.map((name) => statSync(join(assets, 'tiles', name)).size);
    expect(Math.min(...sizes)).toBeGreaterThan(500);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(300_000);
  });
});

describe('the icons', () => {
  it('are what their script draws', async () => {
    await draw('icons/draw-icons.ts');
    const drawn = readdirSync(folder).sort();
    expect(drawn).toEqual(
      readdirSync(join(assets, 'icons'))
        .filter((name) => !name.endsWith('.ts'))
        .sort(),
    );
    for (const name of drawn.filter((file) => file.endsWith('.png'))) {
      const same = await isSame(join(folder, name), join(assets, 'icons', name));
      expect([name, same]).toEqual([name, true]);
    }
  });

  it('hold readable images inside the Windows and the macOS icon', async () => {
    const ico = readFileSync(join(assets, 'icons/icon.ico'));
    const count = ico.readUInt16LE(4);
    expect(count).toBe(6);
    for (let entry = 6; entry < 6 + 16 * count; entry += 16) {
      const start = ico.readUInt32LE(entry + 12);
      const { width } = await sharp(ico.subarray(start, start + ico.readUInt32LE(entry + 8))).metadata();
      expect(width).toBe(ico.readUInt8(entry) || 256);
    }
    const icns = readFileSync(join(assets, 'icons/icon.icns'));
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const widths: number[] = [];
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      const { width } = await sharp(icns.subarray(at + 8, at + icns.readUInt32BE(at + 4))).metadata();
      widths.push(width);
    }
    expect(widths).toEqual([128, 256, 512, 1024]);
  });
});
