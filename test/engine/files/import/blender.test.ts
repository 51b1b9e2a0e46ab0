import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeZip } from '../../../../src-main/engine/files/zip/write-zip.ts';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { BLENDER, blenderHome, NO_BLENDER, runBlender } from '../../../bridges/blender/program.ts';
import { findGltfErrors, measureDocument, poseDocument } from './measure.ts';

const samples = path.join(SAMPLES, 'models');
const MODELS = ['DamagedHelmet', 'Fox', 'probe'] as const;
const title = !BLENDER ? NO_BLENDER : existsSync(samples) ? BLENDER : 'needs the shared samples';

/** Opens GLBs and exports each as FBX, OBJ and STL, as an artist does: images unpacked, everything else as Blender has it. */
const SCRIPT = `
import bpy, os, sys, numpy
numpy.bool = bool
folder, *sources = sys.argv[sys.argv.index('--') + 1:]
for source in sources:
    name = os.path.splitext(os.path.basename(source))[0]
    out = os.path.join(folder, name)
    os.makedirs(out, exist_ok=True)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=source)
    for index, image in enumerate(i for i in bpy.data.images if i.packed_file):
        file = os.path.join(out, 'image%d.%s' % (index, 'jpg' if image.packed_file.data[:2] == b'\\xff\\xd8' else 'png'))
        with open(file, 'wb') as written:
            written.write(image.packed_file.data)
        image.unpack(method='REMOVE')
        image.filepath_raw = file
        image.reload()
    if bpy.data.actions:
        bpy.ops.export_scene.fbx(filepath=os.path.join(out, name + '_moving.fbx'))
    for thing in bpy.data.objects:
        if thing.type == 'ARMATURE':
            thing.data.pose_position = 'REST'
    bpy.context.view_layer.update()
    bpy.ops.wm.obj_export(filepath=os.path.join(out, name + '.obj'), path_mode='COPY')
    bpy.ops.export_mesh.stl(filepath=os.path.join(out, name + '.stl'), global_scale=1000)
    bpy.ops.export_mesh.stl(filepath=os.path.join(out, name + '_text.stl'), global_scale=1000, ascii=True)
    bpy.ops.export_scene.fbx(filepath=os.path.join(out, name + '.fbx'), path_mode='COPY', embed_textures=True)
    bpy.ops.export_scene.fbx(filepath=os.path.join(out, name + '_baked.fbx'), bake_space_transform=True, global_scale=1,
                             apply_scale_options='FBX_SCALE_ALL', axis_forward='Y', axis_up='Z', path_mode='STRIP')
`;
import { SAMPLES } from '../../../helpers/samples.ts';

describe.skipIf(!BLENDER || !existsSync(samples))(`what Blender exports (${title})`, () => {
  const root = mkdtempSync(path.join(tmpdir(), 'dropforge-test-'));
  const read = (name: string, ending: string): Uint8Array => readFileSync(path.join(root, name, `${name}${ending}`));
  const original = async (name: string) =>
    measureDocument(await readGlb(readFileSync(path.join(samples, `${name}.glb`))));

  beforeAll(async () => {
    const script = path.join(root, 'export.py');
    writeFileSync(script, SCRIPT);
    const sources = MODELS.map((name) => path.join(samples, `${name}.glb`));
    const said = await runBlender(script, [root, ...sources], blenderHome(root));
    expect(said.errors + said.out.slice(-2000)).not.toMatch(/Traceback/);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.each([
    ['DamagedHelmet', '.fbx'],
    ['Fox', '.fbx'],
    ['Fox', '_baked.fbx'],
    ...['.fbx', '_baked.fbx', '.stl', '_text.stl'].map((ending) => ['probe', ending] as const),
  ] as const)('is read with its size, place and sides: %s%s', async (name, ending) => {
    const before = await original(name);
    const { document } = await readAnyModel(read(name, ending));
    const after = measureDocument(document);
    const size = Math.max(...before.high.map((value, k) => value - before.low[k]!));
    expect(after.triangles).toBe(before.triangles);
    after.low.forEach((value, k) => expect(Math.abs(value - before.low[k]!)).toBeLessThan(size * 1e-3));
    after.high.forEach((value, k) => expect(Math.abs(value - before.high[k]!)).toBeLessThan(size * 1e-3));
    expect(Math.sign(after.volume)).toBe(Math.sign(before.volume));
    expect(after.agreeing === null || after.agreeing > 0.9 * before.agreeing!).toBe(true);
    expect(await findGltfErrors(document)).toEqual([]);
  });

  it('has the pictures of the helmet, embedded in its FBX', async () => {
    const { document, notes } = await readAnyModel(read('DamagedHelmet', '.fbx'));
    const [material] = document.getRoot().listMaterials();
    expect(notes.map(toEngineText)).toEqual([]);
    expect(material!.getBaseColorTexture()!.getSize()).toEqual([2048, 2048]);
    expect(material!.getNormalTexture()!.getSize()).toEqual([2048, 2048]);
  });

  it('has the skeleton of the Fox, and moves as the glTF does', async () => {
    const { document } = await readAnyModel(read('Fox', '_moving.fbx'));
    const model = await readGlb(readFileSync(path.join(samples, 'Fox.glb')));
    expect(document.getRoot().listSkins()).toHaveLength(1);
    expect(document.getRoot().listAnimations().length).toBeGreaterThanOrEqual(3);
    for (const seconds of [0, 0.5]) {
      poseDocument(model, (name) => name === 'Run', seconds);
      poseDocument(document, (name) => /Run/.test(name), seconds);
      const [before, after] = [measureDocument(model), measureDocument(document)];
      const size = before.high[2]! - before.low[2]!;
      // Blender's frames are 1/24 s; the clip is met to half of one.
      after.low.forEach((value, k) => expect(Math.abs(value - before.low[k]!)).toBeLessThan(size * 0.05));
      after.high.forEach((value, k) => expect(Math.abs(value - before.high[k]!)).toBeLessThan(size * 0.05));
    }
  });

  it.each(['Fox', 'probe'])('is read as a zip of an OBJ with its materials and pictures: %s', async (name) => {
    const files = readdirSync(path.join(root, name)).filter((file) => /\.(obj|mtl|png|jpg)$/.test(file));
    const zip = await writeZip(new Map(files.map((file) => [file, readFileSync(path.join(root, name, file))])));
    const before = await original(name);
    const { document } = await readAnyModel(zip);
    const after = measureDocument(document);
    expect(after.triangles).toBe(before.triangles);
    const size = Math.max(...before.high.map((value, k) => value - before.low[k]!));
    after.high.forEach((value, k) => expect(Math.abs(value - before.high[k]!)).toBeLessThan(size * 1e-3));
    expect(document.getRoot().listMaterials()[0]!.getBaseColorTexture()).not.toBeNull();
    expect(await findGltfErrors(document)).toEqual([]);
  });
});
