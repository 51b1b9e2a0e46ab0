import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MANIFEST_NAME } from '../../src-shared/delivery/delivery-fields.ts';
import { describeContradiction } from '../../src-shared/delivery/delivery-words.ts';
import { findContradictions } from '../../src-shared/delivery/find-contradictions.ts';
import type { ManifestFile } from '../../src-shared/delivery/manifest.ts';
import { receipt, type Receipt } from '../../src-shared/delivery/receipt.ts';
import type { Recipe, RecipeSet } from '../../src-shared/recipe.ts';
import { conversionOf, importStep } from '../../src-shared/recipes/conversion.ts';
import { createTaskFollower } from '../../src-main/pipeline/follow-tasks.ts';
import { createQueue } from '../../src-main/queue/queue.ts';
import { createServiceClient } from '../../src-main/service-client/service-client.ts';
import { writeModel } from '../../src-main/geometry/read-model.ts';
import { createAsymmetricModel } from '../geometry/formats/asymmetric-model.ts';
import { readExported } from '../helpers/exported-assets.ts';
import { startLocalService } from '../helpers/local-service.ts';
import { writePicture } from '../helpers/pictures.ts';
import { profileOf } from '../helpers/raw-service.ts';
import { BLENDER, blenderHome, NO_BLENDER, runBlender } from './blender/program.ts';

const samples = path.resolve(import.meta.dirname, '../../../shared/samples/models');

/** Every format, some with options that turn, size or move the model. */
const STEPS: Recipe['steps'] = [
  importStep('glb'),
  conversionOf(0, 'gltf', { export_orientation: '-x' }),
  conversionOf(0, 'fbx'),
  conversionOf(0, 'fbx', { fbx_preset: '3dsmax', scale_factor: 2, export_orientation: '+y' }),
  conversionOf(0, 'fbx', { fbx_preset: 'mixamo', texture_format: 'JPEG' }),
  conversionOf(0, 'obj', { scale_factor: 0.5, pivot_to_center_bottom: true }),
  conversionOf(0, 'usdz', { export_orientation: '-y' }),
  conversionOf(0, 'stl', { export_orientation: '+y' }),
  conversionOf(0, '3mf'),
];
const RECIPE: RecipeSet = {
  model: { id: 'all', version: 1, name: 'All', help: '', takes: 'model', steps: STEPS, basedOn: null },
};

/** A file as the manifest describes it, and what Blender made of it. */
interface Met {
  readonly file: ManifestFile;
  readonly receipt: Receipt;
}

/** Puts each model of an asset into an asset of its own, so that each is imported; answers their ids. */
function splitFormats(from: string, folder: string, name: string): Map<string, ManifestFile> {
  const described = readExported(path.dirname(from)).assets.find((asset) => asset.folder === path.basename(from))!;
  const files = new Map<string, ManifestFile>();
  // Blender reads no 3MF.
  const models = described.manifest.files.filter(({ role, format }) => role === 'model' && format !== '3mf');
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
    files.set(id, file);
  }
  return files;
}

describe.skipIf(!BLENDER)(`what the manifest says of each format, and what is in Blender (${BLENDER ?? NO_BLENDER})`, () => {
  const root = mkdtempSync(path.join(tmpdir(), 'dropforge-test-'));
  const [home, out, folder] = ['home', 'out', 'folder'].map((name) => path.join(root, name)) as [string, string, string];
  const met: Met[] = [];

  const makeAssets = async (): Promise<void> => {
    const service = await startLocalService();
    const client = createServiceClient(
      profileOf(service.baseUrl, { apiKey: service.apiKey, resend: { mode: 'strict', settleMs: 0 } }),
    );
    const follower = createTaskFollower(async () => client);
    const queue = createQueue({
      home,
      serviceInUse: async () => client,
      exportFolder: () => out,
      connect: async () => ({ client, follower }),
    });
    const order = { formats: ['glb', 'obj'], serviceKind: 'local', free: false, outFolder: null } as const;
    const picture = await writePicture(root, 'shape.png', 96);
    const box = path.join(root, 'box.glb');
    writeFileSync(box, await writeModel(await createAsymmetricModel()));
    const fox = path.join(samples, 'Fox.glb');
    const models = [box, ...(existsSync(fox) ? [fox] : [])];
    try {
      queue.add([{ path: picture, kind: 'picture', bytes: 1 }], order);
      queue.add(
        models.map((at) => ({ path: at, kind: 'model', bytes: 1 }) as const),
        { ...order, recipe: RECIPE },
      );
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
    for (const [id, file] of files) {
      const text = readFileSync(path.join(folder, '.dropforge/receipts', `${id}--test.json`), 'utf8');
      met.push({ file, receipt: receipt.parse(JSON.parse(text)) });
    }
  }, 300_000);

  afterAll(() => {
    if (process.env['KEEP_IT']) cpSync(root, process.env['KEEP_IT'], { recursive: true });
    rmSync(root, { recursive: true, force: true, maxRetries: 20 });
  });

  it('agree', () => {
    const seen = met.map(({ file, receipt: found }) => [
      file.path,
      found.error?.message ?? '',
      ...findContradictions(file, found).map(describeContradiction),
    ]);
    if (process.env['KEEP_IT']) console.log(JSON.stringify(met.map(({ file, receipt: r }) => [file.path, file.upAxis, file.forwardAxis, file.metersPerUnit, file.dimensions, r.dimensions, file.textures, r.textures, file.clips, file.hasSkeleton, file.triangles]), null, 0).replaceAll(']],', ']],\n').replaceAll('],["','],\n["'));
    expect(seen).toEqual(met.map(({ file }) => [file.path, '']));
  });
});
