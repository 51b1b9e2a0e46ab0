import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countTriangles, listSurfaces } from '../../../src-main/engine/base/document/list-surfaces.ts';
import { worldBox } from '../../../src-main/engine/base/document/world-box.ts';
import { checkPrintable } from '../../../src-main/engine/base/spatial/check-printable.ts';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import type { LocalService } from '../../helpers/service/local-service.ts';
import { send, untilFinished } from '../workers/call.ts';
import { create, startWith } from './generator-bench.ts';

const PYTHON = process.platform === 'win32' ? 'python' : 'python3';

/**
 * Writes a dirty mesh as an OBJ file, whose vertices have colors: a box of 1 × 1 × 2 m whose up axis is +z, away from the
 * origin, every triangle with vertices of its own, its left half red and its right half blue, and two floaters. With the
 * prompt “open”, its top is missing.
 */
const DIRTY = `
import json, sys
task = json.load(open(sys.argv[1]))
lines, count = [], 0
def box(center, size, cells, faces):
    global count
    for axis, side in faces:
        u, v = [k for k in range(3) if k != axis]
        if (axis == 1) == (side > 0): u, v = v, u
        for i in range(cells):
            for j in range(cells):
                for corners in (((0, 0), (1, 0), (1, 1)), ((0, 0), (1, 1), (0, 1))):
                    for a, b in corners:
                        p = [0.0, 0.0, 0.0]
                        p[axis] = side / 2
                        p[u] = (i + a) / cells - 0.5
                        p[v] = (j + b) / cells - 0.5
                        color = "1 0 0" if p[0] < 0 else "0 0 1"
                        place = [center[k] + size[k] * p[k] for k in range(3)]
                        lines.append("v %.7f %.7f %.7f %s" % (*place, color))
                    lines.append("f %d %d %d" % (count + 1, count + 2, count + 3))
                    count += 3
SIDES = [(axis, side) for axis in range(3) for side in (-1, 1)]
box((5, 5, 5), (1, 1, 2), 10, [each for each in SIDES if task["prompt"] != "open" or each != (2, 1)])
box((7, 5, 5), (0.02, 0.02, 0.02), 1, SIDES)
box((5, 5, 8), (0.01, 0.01, 0.01), 1, SIDES)
open(task["output"], "w").write("\\n".join(lines))
`;

let folder: string;
let service: LocalService;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-cleanup-'));
  await writeFile(path.join(folder, 'dirty.py'), DIRTY);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function generate(prompt: string, cleanup: object | false | undefined, fields: object = {}) {
  service = await startWith({
    generators: [
      {
        ...{ name: 'dirty', kind: 'command', command: [PYTHON, path.join(folder, 'dirty.py')] },
        ...{ operations: ['text_to_model'], ...(cleanup !== undefined && { cleanup }) },
      },
    ],
    use: { text_to_model: 'dirty' },
  });
  try {
    const { status, output } = await untilFinished(
      service,
      await create(service, 'text-to-model', { prompt, ...fields }),
    );
    expect(status).toBe('success');
    const document = await readGlb((await send(output.model_url)).bytes);
    return {
      document,
      notes: output.notes.slice(2),
      generator: (output as unknown as { generator: { cleanup: unknown } }).generator,
    };
  } finally {
    await service.stop();
  }
}

const round = (box: ReturnType<typeof worldBox>) =>
  box && [...box.min, ...box.max].map((value) => Math.round(value * 1e4) / 1e4 + 0);

test('a dirty mesh becomes a clean one that stands on the ground, with a texture of its colors', async () => {
  const { document, notes } = await generate('whole', { up: '+z', size: 1 });
  expect(notes).toEqual([
    // 1,224 triangles have 3 vertices each; a box of 10 × 10 cells a side has 602 places, each floater 8.
    'Clean-up: merged 3,054 vertices with others and removed 0 triangles without area or repeated.',
    'Clean-up: removed 2 loose pieces with 24 triangles.',
    'Clean-up: rotated the model, whose +z axis pointed up.',
    'Clean-up: placed the model on the ground, centered.',
    'Clean-up: scaled the longest side from 2 m to 1 m.',
    'Clean-up: unwrapped the model and baked its colors into a texture.',
  ]);
  expect(countTriangles(document)).toBe(1200);
  expect(round(worldBox(document))).toEqual([-0.25, 0, -0.25, 0.25, 1, 0.25]);
  await expectRedAndBlue(document);
});

test('with a face limit, colors and normals are baked onto fewer faces', async () => {
  const { document, notes } = await generate('whole', { up: '+z' }, { face_limit: 100 });
  expect(notes.at(-1)).toMatch(/^Clean-up: reduced 1,200 triangles to \d+, and baked colors and normals\.$/);
  expect(countTriangles(document)).toBeLessThanOrEqual(100);
  expect(document.getRoot().listMaterials()[0]?.getNormalTexture()).not.toBeNull();
  await expectRedAndBlue(document);
});

test('an open mesh is closed for printing, and keeps its texture', async () => {
  const { document, notes } = await generate('open', { up: '+z', watertight: true });
  expect(notes.at(-1)).toBe('Closed: model.');
  expect(checkPrintable(document).id).toBe('prompt.print-one');
  expect(round(worldBox(document))).toEqual([-0.5, 0, -0.5, 0.5, 2, 0.5]);
  await expectRedAndBlue(document);
});

test('with clean-up off, the model is as it was made', async () => {
  const { document, notes } = await generate('whole', false);
  expect([notes, countTriangles(document)]).toEqual([[], 1224]);
  expect(round(worldBox(document))?.slice(0, 3)).toEqual([4.5, 4.5, 4]);
});

test('a request changes single steps, and the result names all of them', async () => {
  const parameters = { cleanup: { ground: false, unwrap: 'never' } };
  const { document, notes, generator } = await generate('whole', { up: '+z', size: 1 }, { parameters });
  expect(notes.map((note: string) => note.split(' ')[1])).toEqual(['merged', 'removed', 'rotated', 'scaled']);
  expect(countTriangles(document)).toBe(1200);
  expect(generator.cleanup).toEqual({
    ...{ weld: 1e-5, floaters: 0.001, up: '+z', ground: false, size: 1 },
    ...{ bake: true, unwrap: 'never', watertight: false },
  });
  const off = await generate('whole', { up: '+z' }, { parameters: { cleanup: false } });
  expect([off.notes, off.generator.cleanup, countTriangles(off.document)]).toEqual([[], false, 1224]);
});

test('a clean-up that cannot be is refused in words, before anything is generated', async () => {
  service = await startWith({
    generators: [{ name: 'none', kind: 'command', command: ['none-of-that-name'], operations: ['text_to_model'] }],
    use: { text_to_model: 'none' },
  });
  try {
    for (const [cleanup, words] of [
      [{ weld: 1 }, /^The clean-up cannot be applied: parameters\.cleanup\.weld .+\. Correct the recipe/],
      [{ polish: true }, /polish/],
      ['all', /parameters\.cleanup must be true, false or an object\./],
    ] as const) {
      const id = await create(service, 'text-to-model', { prompt: 'a', parameters: { cleanup } });
      const { status, error_code: code, error_message: said } = await untilFinished(service, id);
      expect([status, Number(code)]).toEqual(['failed', 1004]);
      expect(said).toMatch(words);
    }
  } finally {
    await service.stop();
  }
});

/** Every surface has UVs and no vertex colors, and its texture is red on the left and blue on the right. */
async function expectRedAndBlue(document: Awaited<ReturnType<typeof readGlb>>): Promise<void> {
  const wrong: string[] = [];
  let checked = 0;
  for (const { primitive, indices } of listSurfaces(document)) {
    expect(primitive.getAttribute('COLOR_0')).toBeNull();
    const image = primitive.getMaterial()!.getBaseColorTexture()!.getImage()!;
    const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const positions = primitive.getAttribute('POSITION')!;
    const uvs = primitive.getAttribute('TEXCOORD_0')!;
    for (let at = 0; at < indices.length; at += 3) {
      const corners = [...indices.subarray(at, at + 3)];
      const xs = corners.map((vertex) => positions.getElement(vertex, [])[0]!);
      // Colors mix between the last red vertex and the first blue one.
      if (Math.min(...xs) < -1e-4 && Math.max(...xs) > -0.11) continue;
      const [u, v] = [0, 1].map((k) => corners.reduce((sum, vertex) => sum + uvs.getElement(vertex, [])[k]! / 3, 0));
      const pixel = (Math.floor(v! * info.height) * info.width + Math.floor(u! * info.width)) * 3;
      const [red, , blue] = data.subarray(pixel, pixel + 3);
      const isRed = xs.every((x) => x < 0);
      if ((isRed ? red! - blue! : blue! - red!) < 200) wrong.push(`${xs.join()}: ${red} ${blue}`);
      checked++;
    }
  }
  expect([checked > 0, wrong]).toEqual([true, []]);
}
