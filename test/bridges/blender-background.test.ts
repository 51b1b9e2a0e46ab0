import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Document } from '@gltf-transform/core';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFbx } from '../../src-main/engine/files/fbx/write/write-fbx.ts';
import { writeGltf } from '../../src-main/engine/files/gltf/write-gltf.ts';
import { writeObj } from '../../src-main/engine/files/obj/write-obj.ts';
import { writeStl } from '../../src-main/engine/files/stl/write-stl.ts';
import { readGlb, writeGlb } from '../../src-main/engine/files/gltf/read-glb.ts';
import { worldBox } from '../../src-main/engine/base/document/world-box.ts';
import { findImportMismatches } from '../../src-shared/delivery/find-mismatches.ts';
import type { Manifest } from '../../src-shared/delivery/manifest.ts';
import { receipt, type Receipt } from '../../src-shared/delivery/receipt.ts';
import { createAsymmetricModel } from '../engine/files/asymmetric-model.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { BLENDER, blenderHome, NO_BLENDER, runBlender } from './blender/program.ts';
import { exportAsset, type AssetFile } from './export-asset.ts';
import { BRIDGES } from './python.ts';
import { SAMPLES } from '../helpers/samples.ts';

const samples = path.join(SAMPLES, 'models');
const hasSamples = existsSync(samples);

/** What `deliver.py` says of the scene, in its axes: Z up, front to -Y, metres. */
interface Scene {
  readonly asset: string;
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly images: number;
  readonly objects: readonly string[];
  readonly armatures: readonly string[];
  readonly bones: number;
  readonly actions: number;
}

/** What `linked.py` says of an import. */
interface Linked {
  readonly objects: readonly string[];
  readonly dimensions: readonly number[];
  readonly textures: number;
  readonly warnings: readonly string[];
}

interface Delivered {
  readonly manifest: Manifest;
  readonly receipt: Receipt;
  readonly scene: Scene;
  /** The model's corners as Blender should show them. */
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** What the formats of one model promise; textures are those that Blender's importer of the format links. */
interface Promised {
  readonly textures: number;
  readonly clips?: string[];
  readonly hasSkeleton?: boolean;
}

function unzip(zip: Uint8Array, main: string): AssetFile[] {
  return Object.entries(unzipSync(zip)).map(([name, data]) => {
    const isMain = name.endsWith(`.${main}`);
    return { path: name, data, role: isMain ? 'model' : 'texture', format: path.extname(name).slice(1) || 'bin' };
  });
}

async function writeFormats(document: Document, glb: Uint8Array): Promise<Record<string, AssetFile[]>> {
  const fbx = (preset: 'blender' | '3dsmax') => writeFbx(document, { preset });
  return {
    glb: [{ path: 'model.glb', data: glb }],
    gltf: unzip(await writeGltf(document), 'gltf'),
    'fbx for Blender': [{ path: 'model.fbx', data: await fbx('blender') }],
    'fbx for 3ds Max': [{ path: 'model.fbx', data: await fbx('3dsmax'), upAxis: 'Z', metersPerUnit: 0.01 }],
    obj: unzip(await writeObj(document), 'obj'),
    stl: [{ path: 'model.stl', data: writeStl(document), upAxis: 'Z', forwardAxis: '-Y', metersPerUnit: 0.001 }],
  };
}

/** Exports a model in every format as assets of their own; answers corners and manifests by format. */
async function exportAll(folder: string, name: string, glb: Uint8Array, promised: Record<string, Promised>) {
  const document = await readGlb(glb);
  const { min, max } = worldBox(document)!;
  const size = [max[0] - min[0], max[1] - min[1], max[2] - min[2]] as const;
  const formats = await writeFormats(document, glb);
  return Object.entries(promised).map(([format, { textures, clips = [], hasSkeleton = false }]) => {
    const files = formats[format]!.map((file): AssetFile => {
      const dimensions = file.upAxis === 'Z' ? ([size[0], size[2], size[1]] as const) : size;
      return file.role === 'texture' ? file : { ...file, dimensions, textures, clips, hasSkeleton };
    });
    return {
      key: `${name} ${format}`,
      manifest: exportAsset(folder, `${name} ${format}`, files),
      low: [min[0], -max[2], min[1]],
      high: [max[0], -min[2], max[1]],
    };
  });
}

describe.skipIf(!BLENDER)(`Blender without a window (${BLENDER ?? NO_BLENDER})`, () => {
  const delivered = new Map<string, Delivered>();
  let [folder, home] = ['', ''];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'dropforge-test-'));
    home = mkdtempSync(path.join(tmpdir(), 'dropforge-test-'));
    const none = { textures: 0 };
    const box = await writeGlb(await createAsymmetricModel());
    const three = { textures: 3 };
    // Formats without a packed image have roughness and metal as one each.
    const four = { textures: 4 };
    const exported = await exportAll(folder, 'Короб', box, {
      glb: three,
      gltf: three,
      'fbx for Blender': four,
      'fbx for 3ds Max': four,
      obj: four,
      stl: none,
    });
    if (hasSamples) {
      const read = (name: string) => readFileSync(path.join(samples, name));
      const five = { textures: 5 };
      exported.push(
        ...(await exportAll(folder, 'Helmet', read('DamagedHelmet.glb'), { glb: five, 'fbx for Blender': five })),
        ...(await exportAll(folder, 'Fox', read('Fox.glb'), {
          glb: { textures: 1, clips: ['Survey', 'Walk', 'Run'], hasSkeleton: true },
        })),
      );
    }
    const said = await runBlender(path.join(import.meta.dirname, 'blender/deliver.py'), [folder], blenderHome(home));
    expect(said.out, said.errors).toContain('DELIVERED');
    const lines = said.out.split('\n').filter((line) => line.startsWith('SCENE '));
    const scenes = lines.map((line) => JSON.parse(line.slice(6)) as Scene);
    for (const { key, manifest, low, high } of exported) {
      const file = path.join(folder, '.dropforge/receipts', `${manifest.id}--test.json`);
      const found = receipt.parse(JSON.parse(readFileSync(file, 'utf8')));
      const scene = scenes.find(({ asset }) => asset === manifest.id);
      expect(found.error, key).toBeNull();
      delivered.set(key, { manifest, receipt: found, scene: scene!, low, high });
    }
  });

  afterAll(() => [folder, home].forEach((each) => rmSync(each, { recursive: true, force: true })));

  const keys = ['Короб glb', 'Короб gltf', 'Короб fbx for Blender', 'Короб fbx for 3ds Max', 'Короб obj', 'Короб stl'];
  const samplesKeys = ['Helmet glb', 'Helmet fbx for Blender', 'Fox glb'];

  it.each([...keys, ...(hasSamples ? samplesKeys : [])])(
    'holds “%s” in its place, the right way up, and the receipt says what is there',
    (key) => {
      const { manifest, receipt: found, scene, low, high } = delivered.get(key)!;
      const tolerance = 0.01 * Math.max(...high.map((value, axis) => value - low[axis]!));
      low.forEach((value, axis) => expect(Math.abs(scene.low[axis]! - value), `low ${axis}`).toBeLessThan(tolerance));
      high.forEach((value, axis) =>
        expect(Math.abs(scene.high[axis]! - value), `high ${axis}`).toBeLessThan(tolerance),
      );

      const file = manifest.files.find(({ role }) => role === 'model')!;
      expect(findImportMismatches(file, found)).toEqual([]);
      expect(found.textures).toEqual({ linked: file.textures, missing: [] });
      expect(scene.images).toBe(found.textures.linked);
      expect([...found.objects].sort()).toEqual(scene.objects);
      found.dimensions!.forEach((value, axis) =>
        expect(Math.abs(value - (scene.high[axis]! - scene.low[axis]!))).toBeLessThan(tolerance / 10),
      );
      expect(found.clips).toHaveLength(scene.actions);
      expect(found.armature).toBe(scene.armatures[0] ?? null);
      expect(found).toMatchObject({ program: 'blender', upAxis: 'Z', attempts: 1 });
    },
  );

  it.skipIf(!hasSamples)('has the skeleton and the clips of a fox', () => {
    const { receipt: found, scene } = delivered.get('Fox glb')!;
    expect(scene.bones).toBe(24);
    expect([...found.clips].sort()).toEqual(['Run', 'Survey', 'Walk']);
  });

  it('tells what it imports from data of the same names that the scene links from a library', async () => {
    const place = makeTempFolder();
    const [model, library] = [path.join(place, 'chair.glb'), path.join(place, 'library.blend')];
    writeFileSync(model, await writeGlb(await createAsymmetricModel()));
    const said = await runBlender(
      path.join(import.meta.dirname, 'blender/linked.py'),
      [model, library],
      blenderHome(home),
    );
    const line = said.out.split('\n').find((text) => text.startsWith('LINKED '));
    const { before, alone, beside, inProps, props, left, clips } = JSON.parse(line?.slice(7) ?? said.errors) as {
      readonly before: number;
      readonly alone: Linked;
      readonly beside: Linked;
      readonly inProps: readonly string[];
      readonly props: string;
      readonly left: number;
      readonly clips: readonly string[];
    };
    expect(before).toBe(alone.objects.length);
    expect(beside).toMatchObject({ objects: alone.objects, textures: alone.textures, warnings: [] });
    alone.dimensions.forEach((value, axis) => expect(beside.dimensions?.[axis]).toBeCloseTo(2 * value, 4));
    expect({ inProps, props }).toEqual({ inProps: alone.objects, props: 'Props' });
    expect(left).toBe(0);
    expect(clips).toEqual(['Clip']);
  });

  it('makes a .blend of one asset, with everything inside', async () => {
    const { manifest } = delivered.get('Короб obj')!;
    const file = path.join(makeTempFolder(), 'Короб.blend');
    const script = path.join(BRIDGES, 'blender/make_blend.py');
    const said = await runBlender(
      script,
      ['--folder', folder, '--asset', manifest.id, '--out', file],
      blenderHome(home),
    );
    expect(said.code, said.errors).toBe(0);
    const line = said.out.split('\n').find((text) => text.startsWith('RECEIPT '));
    const found = receipt.parse(JSON.parse(line!.slice(8)));
    expect(found).toMatchObject({ status: 'imported', asset: manifest.id, textures: { linked: 4, missing: [] } });
    expect(statSync(file).size).toBeGreaterThan(10_000);
    expect(existsSync(`${file}.part`)).toBe(false);

    const wrong = await runBlender(
      script,
      ['--folder', folder, '--asset', 'nobody', '--out', `${file}2`],
      blenderHome(home),
    );
    expect(wrong.code).toBe(1);
    expect(wrong.out).toContain('"code": "not_found"');
    expect(existsSync(`${file}2`)).toBe(false);
  });

  it('imports an OBJ in the unit that its manifest names', async () => {
    const out = makeTempFolder();
    const data = 'o a\nv 0 0 0\nv 100 0 0\nv 0 200 0\nv 0 0 300\nf 1 2 3\nf 1 2 4\n';
    const { id } = exportAsset(out, 'Box', [{ path: 'box.obj', data, metersPerUnit: 0.01, dimensions: [1, 2, 3] }]);
    const script = path.join(BRIDGES, 'blender/make_blend.py');
    const args = [`--folder=${out}`, `--asset=${id}`, `--out=${path.join(out, 'box.blend')}`];
    const said = await runBlender(script, args, blenderHome(home));
    const line = said.out.split('\n').find((text) => text.startsWith('RECEIPT '));
    expect(receipt.parse(JSON.parse(line!.slice(8))).dimensions).toEqual([1, 3, 2]);
  });
});
