import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { inflateSync } from 'node:zlib';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { worldBox } from '../../../../src-main/engine/base/document/world-box.ts';
import { runImageToModel } from '../../../../src-main/local-service/operations/generate/image-to-model.ts';
import type { EngineResult } from '../../../../src-main/local-service/operations/engine-job.ts';

/** An image of two discs that touch: small enough that a model of it takes next to no time. */
const SVG =
  '<svg width="72" height="96"><circle cx="36" cy="24" r="20" fill="#d94"/><circle cx="36" cy="64" r="28" fill="#47a"/></svg>';
/** A figure that reaches wider with its arms than it is tall. */
const PERSON =
  '<svg width="250" height="200"><g fill="#456" stroke="#456" stroke-linecap="round"><circle cx="125" cy="24" r="16"/>' +
  '<rect x="119" y="36" width="12" height="14"/><rect x="102" y="46" width="46" height="68" rx="10"/>' +
  '<path d="M106 58 L10 62 M144 58 L240 62" stroke-width="13"/><path d="M114 110 L110 190 M136 110 L140 190" stroke-width="17"/></g></svg>';
const BARE = { texture: false, pbr: false };

let picture: Uint8Array;
/** Made without a texture and without a wish. */
let unpainted: EngineResult;
beforeAll(async () => {
  picture = await sharp(Buffer.from(SVG)).png().toBuffer();
  unpainted = await make(BARE);
});

const make = (values: object, source = picture): Promise<EngineResult> =>
  runImageToModel({ sources: [source], values: { model: 'P2-20260801', face_limit: 600, ...values } }, () => undefined);
const modelOf = (made: EngineResult): Promise<Document> => readGlb(made.files[0]!.bytes);
const triangles = (document: Document): number =>
  toFlatMeshes(document).reduce((sum, mesh) => sum + mesh.primitives.reduce((n, p) => n + p.indices.length / 3, 0), 0);

/** Corners and number of the polygons in a binary FBX: its array of vertex indices, the last of a polygon negative. */
function countPolygons(fbx: Uint8Array): { readonly corners: number; readonly polygons: number } {
  const bytes = Buffer.from(fbx);
  let corners = 0;
  let polygons = 0;
  const name = 'PolygonVertexIndex';
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
    const from = at + name.length;
    if (bytes.toString('latin1', from, from + 1) !== 'i') continue;
    const [count, isPacked, length] = [1, 5, 9].map((offset) => bytes.readUInt32LE(from + offset)) as [
      number,
      number,
      number,
    ];
    const data = bytes.subarray(from + 13, from + 13 + (isPacked ? length : 4 * count));
    const values = isPacked ? inflateSync(data) : data;
    corners += count;
    for (let i = 0; i < count; i++) if (values.readInt32LE(4 * i) < 0) polygons++;
  }
  return { corners, polygons };
}

describe('image to model, field by field', () => {
  test('pbr and uvs come by themselves and go when they are not wanted', async () => {
    const usual = await modelOf(await make({}));
    const [material] = usual.getRoot().listMaterials();
    expect(material!.getBaseColorTexture()).not.toBeNull();
    expect(material!.getNormalTexture()).not.toBeNull();
    expect(material!.getMetallicRoughnessTexture()).not.toBeNull();
    const plain = await modelOf(await make({ pbr: false }));
    expect(plain.getRoot().listTextures()).toHaveLength(1);
    const document = await modelOf(unpainted);
    expect(document.getRoot().listTextures()).toHaveLength(0);
    expect(toFlatMeshes(document)[0]!.primitives[0]!.uvs).not.toBeNull();
    const bare = await modelOf(await make({ ...BARE, export_uv: false }));
    expect(toFlatMeshes(bare)[0]!.primitives[0]!.uvs).toBeNull();
  });

  test('quad gives an FBX of quads, as many as asked for at most', async () => {
    const made = await make({ ...BARE, quad: true, face_limit: 500 });
    expect(made.files[0]!.name).toBe('model.fbx');
    const { corners, polygons } = countPolygons(made.files[0]!.bytes);
    expect(polygons).toBeLessThanOrEqual(500);
    expect(polygons).toBeGreaterThan(350);
    // All of them: three corners a triangle would bring the mean below four.
    expect(corners).toBe(4 * polygons);
  });

  test('smart low poly needs far fewer faces than usual for the same shape, within its window', async () => {
    const made = await make({ ...BARE, smart_low_poly: true, face_limit: undefined });
    const count = triangles(await modelOf(made));
    expect(count).toBeGreaterThan(400);
    expect(count).toBeLessThan(5000);
  });

  test('parts are nodes with names, told in a note, also of quads', async () => {
    const made = await make({ ...BARE, generate_parts: true });
    const document = await modelOf(made);
    const names = toFlatMeshes(document).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(1);
    expect(made.notes.map(toEngineText).join()).toContain(names[0]);
    const quads = await make({ ...BARE, generate_parts: true, quad: true });
    const { corners, polygons } = countPolygons(quads.files[0]!.bytes);
    expect(corners).toBe(4 * polygons);
    expect(polygons).toBeLessThanOrEqual(600);
  });

  test('compression makes the file smaller', async () => {
    const packed = await make({ ...BARE, compress: 'geometry' });
    expect(packed.files[0]!.bytes.length).toBeLessThan(0.6 * unpainted.files[0]!.bytes.length);
  });

  test('a real size is read from a photograph’s lens and distance, guessed for a person, and missed in a note', async () => {
    // 2 m away through a lens of 50 mm, so the image’s diagonal measures 2 × 43.27 / 50 m there.
    const photo = await sharp(picture)
      .flatten({ background: '#ffffff' })
      .withExif({ IFD2: { SubjectDistance: '2/1', FocalLengthIn35mmFilm: '50' } })
      .jpeg({ quality: 95 })
      .toBuffer();
    const made = await make({ ...BARE, auto_size: true }, photo);
    const { min, max } = worldBox(await modelOf(made))!;
    const diagonal = (2 * 43.27) / 50;
    expect(max[1] - min[1]).toBeCloseTo((diagonal * 88) / Math.hypot(72, 96), 1);
    expect(made.notes.map(toEngineText).join()).toContain('distance');
    const person = await sharp(Buffer.from(PERSON)).png().toBuffer();
    const grown = await make({ ...BARE, auto_size: true, face_limit: 2000 }, person);
    expect(grown.notes.map(toEngineText)).toContain('The subject was treated as an adult, 1.7 m tall.');
    const box = worldBox(await modelOf(grown))!;
    expect(box.max[0] - box.min[0]).toBeGreaterThan(2);
    expect(box.max[1] - box.min[1]).toBeCloseTo(1.7, 1);
    const unknown = await make({ ...BARE, auto_size: true });
    expect(unknown.notes.map(toEngineText).join()).toContain('does not contain the size');
  });

  test('the asymmetric mode flattens the back', async () => {
    const depthOf = async (made: EngineResult): Promise<number> => {
      const { min, max } = worldBox(await modelOf(made))!;
      return max[2] - min[2];
    };
    const flat = await make({ ...BARE, mode: 'asymmetric' });
    expect(await depthOf(flat)).toBeLessThan(0.85 * (await depthOf(unpainted)));
  });

  test('the same image gives the same bytes, with every seed', async () => {
    const again = await make({ ...BARE, model_seed: 7 });
    expect(Buffer.from(unpainted.files[0]!.bytes).equals(again.files[0]!.bytes)).toBe(true);
  });

  test('what changes nothing is said', async () => {
    const { notes } = await make({
      pbr: false,
      texture_quality: 'extreme',
      texture_version: 'v3.0-20250812',
      delight: true,
      export_uv: false,
      texture_alignment: 'geometry',
      mode: 'turbo',
    });
    expect(notes.map(toEngineText).join()).toContain('texture_version has no effect');
    expect(notes.map(toEngineText).join()).toContain('texture_quality extreme creates textures of 128 pixels here');
    expect(notes.map(toEngineText).join()).toContain('delight works with model v3.5-20260815 only.');
    expect(notes.map(toEngineText).join()).toContain('export_uv has no effect here');
    expect(notes.map(toEngineText).join()).toContain('does not support the mode turbo');
    expect(notes.map(toEngineText).join()).toContain('follows the image');
  });
});
