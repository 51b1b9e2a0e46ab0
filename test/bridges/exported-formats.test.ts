import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MANIFEST_NAME } from '../../src-shared/delivery/delivery-schemas.ts';
import { describeMismatch } from '../../src-shared/delivery/describe-delivery.ts';
import { findImportMismatches } from '../../src-shared/delivery/find-mismatches.ts';
import type { ManifestFile } from '../../src-shared/delivery/manifest.ts';
import { receipt, type Receipt } from '../../src-shared/delivery/receipt.ts';
import type { Recipe, RecipeSet } from '../../src-shared/recipes/recipe.ts';
import { exportStep, importStep } from '../../src-shared/recipes/built-in/conversion-steps.ts';
import { createTaskFollower } from '../../src-main/pipeline/steps/follow-tasks.ts';
import { createQueue } from '../../src-main/queue/queue.ts';
import { createServiceClient } from '../../src-main/service-client/service-client.ts';
import { writeGlb } from '../../src-main/engine/files/gltf/read-glb.ts';
import { createAsymmetricModel } from '../engine/files/asymmetric-model.ts';
import { readExported } from '../helpers/exported-assets.ts';
import { startLocalService } from '../helpers/service/local-service.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { profileOf } from '../helpers/service/raw-service.ts';
import { BLENDER, blenderHome, NO_BLENDER, runBlender } from './blender/program.ts';
import { SAMPLES } from '../helpers/samples.ts';

const samples = path.join(SAMPLES, 'models');

/** Every format, some with options that turn, size or move the model. */
const STEPS: Recipe['steps'] = [
  importStep('glb'),
  exportStep(0, 'gltf', { export_orientation: '-x' }),
  exportStep(0, 'fbx'),
  exportStep(0, 'fbx', { fbx_preset: '3dsmax', scale_factor: 2, export_orientation: '+y' }),
  exportStep(0, 'fbx', { fbx_preset: 'mixamo', texture_format: 'JPEG' }),
  exportStep(0, 'obj', { scale_factor: 0.5, pivot_to_center_bottom: true }),
  exportStep(0, 'usdz', { export_orientation: '-y' }),
  exportStep(0, 'stl', { export_orientation: '+y' }),
  exportStep(0, '3mf'),
];
/** Every format that Blender reads, as it comes. */
const PLAIN_STEPS: Recipe['steps'] = [
  importStep('glb'),
  ...(['gltf', 'fbx', 'obj', 'stl'] as const).map((format) => exportStep(0, format)),
];

/** What is in Blender, found by other means than the bridge's own. */
const scene = z.object({
  asset: z.string(),
  low: z.array(z.number()).length(3),
  high: z.array(z.number()).length(3),
  images: z.int(),
  objects: z.array(z.string()),
  armatures: z.array(z.string()),
  bones: z.int(),
  actions: z.int(),
});
type Scene = z.infer<typeof scene>;

/** A file as the manifest describes it, what it was made with, and what Blender made of it. */
interface Met {
  readonly file: ManifestFile;
  readonly params: Recipe['steps'][number]['params'];
  /** The GLB that it was converted from, or is. */
  readonly source: ManifestFile;
  readonly receipt: Receipt;
  readonly scene: Scene;
}

/** One of the files of an asset, before Blender met it. */
type Split = Pick<Met, 'file' | 'params' | 'source'>;

function toRecipe(steps: Recipe['steps']): RecipeSet {
  return { model: { id: 'all', version: 1, name: 'All', help: '', takes: 'model', steps, basedOn: null } };
}

/** Where Blender should see a box (Z up, front to −Y) once it was turned about the up axis, sized and moved. */
function placeBox(low: readonly number[], high: readonly number[], params: Met['params']): number[][] {
  const size = (params['scale_factor'] as number | undefined) ?? 1;
  const turn = ([x = 0, y = 0, z = 0]: readonly number[]): number[] => {
    switch (params['export_orientation']) {
      case '+y':
        return [-y, x, z];
      case '-x':
        return [-x, -y, z];
      case '-y':
        return [y, -x, z];
      default:
        return [x, y, z];
    }
  };
  const corners = [turn(low), turn(high)].map((corner) => corner.map((value) => value * size)) as [number[], number[]];
  const [least, most] = [Math.min, Math.max].map((pick) => corners[0].map((value, k) => pick(value, corners[1][k]!)));
  if (!params['pivot_to_center_bottom']) return [least!, most!];
  const move = [(least![0]! + most![0]!) / 2, (least![1]! + most![1]!) / 2, least![2]!];
  return [least!, most!].map((corner) => corner.map((value, k) => value - move[k]!));
}

/** Puts each model of an asset into an asset of its own, so that each is imported; answers their ids. */
function splitFormats(from: string, folder: string, name: string): Map<string, Split> {
  const described = readExported(path.dirname(from)).assets.find((asset) => asset.folder === path.basename(from))!;
  const files = new Map<string, Split>();
  // Blender reads no 3MF, and some builds no USD.
  const isRead = ({ format }: ManifestFile): boolean => format !== '3mf' && format !== 'usdz';
  const models = described.manifest.files.filter((file) => file.role === 'model' && isRead(file));
  const { steps } = described.manifest;
  const made = steps.filter(({ params }) => params['format'] !== '3MF' && params['format'] !== 'USDZ');
  const source = models.find(({ format }) => format === 'glb')!;
  for (const [index, file] of models.entries()) {
    const inner = path.posix.dirname(file.path);
    const beside = described.manifest.files.filter(
      (other) => other === file || (inner !== '.' && path.posix.dirname(other.path) === inner),
    );
    const id = randomUUID();
    const asset = path.join(folder, `${name} ${index}`);
    mkdirSync(path.join(asset, inner), { recursive: true });
    for (const { path: at } of beside) copyFileSync(path.join(from, at), path.join(asset, at));
    writeFileSync(path.join(asset, MANIFEST_NAME), JSON.stringify({ ...described.manifest, id, files: beside }));
    files.set(id, { file, source, params: made.slice(-models.length)[index]!.params });
  }
  return files;
}

describe.skipIf(!BLENDER)(
  `what the manifest says of each format, and what is in Blender (${BLENDER ?? NO_BLENDER})`,
  () => {
    const root = mkdtempSync(path.join(tmpdir(), 'dropforge-test-'));
    const [home, out, folder] = ['home', 'out', 'folder'].map((name) => path.join(root, name)) as [
      string,
      string,
      string,
    ];
    const met: Met[] = [];

    const makeAssets = async (): Promise<void> => {
      const service = await startLocalService();
      const client = createServiceClient(profileOf(service.baseUrl, { kind: 'local', apiKey: service.apiKey }));
      const follower = createTaskFollower(async () => client);
      const queue = createQueue({
        home,
        serviceInUse: async () => client,
        exportFolder: () => out,
        connect: async () => ({ client, follower }),
      });
      const order = { formats: ['glb', 'obj'], serviceKind: 'local', free: false, outFolder: null } as const;
      const picture = await writeSampleImage(root, 'shape.png', 96);
      const box = path.join(root, 'box.glb');
      writeFileSync(box, await writeGlb(await createAsymmetricModel()));
      const [fox, probe, helmet] = ['Fox', 'probe', 'DamagedHelmet'].map((name) => path.join(samples, `${name}.glb`));
      const add = (models: readonly (string | undefined)[], steps: Recipe['steps']): void => {
        const there = models.filter((at) => at !== undefined && existsSync(at)) as string[];
        const sources = there.map((at) => ({ path: at, kind: 'model', bytes: 1 }) as const);
        if (sources.length > 0) queue.add(sources, { ...order, recipe: toRecipe(steps) });
      };
      try {
        queue.add([{ path: picture, kind: 'picture', bytes: 1 }], order);
        add([box, fox], STEPS);
        add([probe, helmet], PLAIN_STEPS);
        queue.start();
        await queue.whenSettled(queue.records().map(({ id }) => id));
        expect(queue.records().map(({ status, error }) => [status, error])).toEqual(
          queue.records().map(() => ['done', null]),
        );
      } finally {
        follower.close();
        await queue.close();
        await client.close();
        await service.stop();
      }
    };

    beforeAll(async () => {
      await makeAssets();
      const shown = readExported(out);
      expect(shown.wrong).toEqual([]);
      const files = new Map(
        shown.assets.flatMap(({ folder: name }) => [...splitFormats(path.join(out, name), folder, name)]),
      );
      const said = await runBlender(path.join(import.meta.dirname, 'blender/deliver.py'), [folder], blenderHome(root));
      expect(said.out, said.errors).toContain('DELIVERED');
      const scenes = said.out
        .split('\n')
        .filter((line) => line.startsWith('SCENE '))
        .map((line) => scene.parse(JSON.parse(line.slice('SCENE '.length))));
      for (const [id, split] of files) {
        const text = readFileSync(path.join(folder, '.dropforge/receipts', `${id}--test.json`), 'utf8');
        const own = scenes.find(({ asset }) => asset === id)!;
        met.push({ ...split, receipt: receipt.parse(JSON.parse(text)), scene: own });
      }
    });

    afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 20 }));

    it('agree', () => {
      expect(met.length).toBeGreaterThan(8);
      for (const { file, receipt: found } of met) {
        expect(found.error, file.path).toBeNull();
        expect(findImportMismatches(file, found).map(describeMismatch), file.path).toEqual([]);
        expect(found.textures, file.path).toEqual({ linked: file.textures, missing: [] });
        expect(file.dimensions, file.path).not.toBeNull();
        expect([file.upAxis, file.metersPerUnit, file.triangles].includes(null), file.path).toBe(false);
        expect(found.clips.length, file.path).toBe(file.clips.length);
        expect(found.armature !== null, file.path).toBe(file.hasSkeleton);
      }
    });

    it('agree in each corner: size, place, what is up and what is in front', () => {
      for (const { file, params, source, scene: found } of met) {
        const { scene: glb } = met.find((other) => other.file === source)!;
        const meant = placeBox(glb.low, glb.high, params);
        const longest = Math.max(...meant[1]!.map((value, axis) => value - meant[0]![axis]!));
        for (const [i, corner] of [found.low, found.high].entries()) {
          corner.forEach((value, axis) => {
            expect(Math.abs(value - meant[i]![axis]!) / longest, `${file.path}, axis ${axis}`).toBeLessThan(0.01);
          });
        }
      }
    });

    it('agree with what the receipt says: size, images, skeleton, clips and objects', () => {
      for (const { file, receipt: said, scene: found } of met) {
        found.high.forEach((high, axis) => {
          const size = high - found.low[axis]!;
          expect(Math.abs(said.dimensions![axis]! / size - 1), `${file.path}, axis ${axis}`).toBeLessThan(0.01);
        });
        expect(said.textures, file.path).toEqual({ linked: found.images, missing: [] });
        expect(said.armature, file.path).toBe(found.armatures[0] ?? null);
        expect(said.clips.length, file.path).toBe(found.actions);
        expect([...said.objects].sort(), file.path).toEqual([...found.objects].sort());
      }
    });

    it('have the skeleton and the clips of the GLB in every format that holds them, and no others do', () => {
      for (const { file, source, receipt: said, scene: found } of met) {
        const holdsMotion = ['glb', 'gltf', 'fbx'].includes(file.format);
        const { scene: glb } = met.find((other) => other.file === source)!;
        expect(found.bones, file.path).toBe(holdsMotion ? glb.bones : 0);
        const names = holdsMotion ? source.clips : [];
        const ends = said.clips.map((clip) =>
          clip
            .split('|')
            .at(-1)!
            .replace(/\.\d{3}$/, ''),
        );
        expect(ends.sort(), file.path).toEqual([...names].sort());
      }
    });

    it('agree for USDZ, which this Blender may not read, with the extents in the file', () => {
      const files = readExported(out).assets.flatMap(({ folder: name, manifest: { files: all } }) =>
        all.filter(({ format }) => format === 'usdz').map((file) => ({ file, at: path.join(out, name, file.path) })),
      );
      expect(files.length).toBeGreaterThan(0);
      for (const { file, at } of files) {
        const layer = Object.entries(unzipSync(readFileSync(at))).find(([name]) => name.endsWith('.usda'))![1];
        const extents = [
          ...Buffer.from(layer)
            .toString()
            .matchAll(/extent = \[\(([^)]*)\), \(([^)]*)\)\]/g),
        ];
        const corners = extents.flatMap(([, low = '', high = '']) =>
          [low, high].map((text) => text.split(',').map(Number)),
        );
        const size = [0, 1, 2].map((axis) => {
          const values = corners.map((corner) => corner[axis]!);
          return Math.max(...values) - Math.min(...values);
        });
        expect(file).toMatchObject({ upAxis: 'Y', metersPerUnit: 1, forwardAxis: '-X' });
        size.forEach((value, axis) => expect(value / file.dimensions![axis]!).toBeCloseTo(1, 3));
      }
    });
  },
);
