import { expect, test } from 'vitest';
import { parseModelPart } from '../../../../src-main/engine/files/3mf/parse-model-part.ts';
import { createMemoryMeter } from '../../../../src-main/engine/files/import/memory-meter.ts';
import { parseObj } from '../../../../src-main/engine/files/obj/parse-obj.ts';
import { readTextFacets } from '../../../../src-main/engine/files/stl/read-text-facets.ts';
import { toModelFile, type ModelFile } from '../../../../src-main/engine/files/zip/model-file.ts';

/** A file that is read in pieces of `length` bytes. */
function inPieces(text: string, length: number): ModelFile {
  const bytes = Buffer.from(text);
  return {
    ...toModelFile(bytes),
    async *pieces() {
      for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
    },
  };
}

const OBJ = `\ufeffmtllib ä.mtl
v 0 0 0 1 0.5 0\r
v 1 0 \\
0
vt 0.25 1e-3
vn 0 0 1
o Straße
v 0 1 0
usemtl a # b
f 1/1/1 2//1 -1/-1
`;
const STL =
  'solid a name\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1.5 0 0\nvertex\t0 2e0 0\nendloop\nendsolid';
const PART = `<?xml version="1.0"?><!-- <vertex x="9" y="9" z="9"/> --><model unit="meter"><resources>
<object id="1" name="a &gt; b" pid="2" pindex="1"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/>
<vertex y="1" x="0" z="0" /></vertices><triangles><triangle v1="0" v2="1" v3="2" pid="3" p1="4" p2="5" p3="6"/>
<triangle v1="0" v2="2" v3="1"/></triangles></mesh></object></resources><build><item objectid="1"/></build></model>`;

const READERS = {
  OBJ: [OBJ, (file: ModelFile) => parseObj(file.pieces(), createMemoryMeter())],
  STL: [STL, readTextFacets],
  '3MF': [
    PART,
    async (file: ModelFile) => {
      const part = await parseModelPart(file, createMemoryMeter());
      const { properties, ...object } = part.objects.get('1')!;
      const own = [properties.groupOf(0), properties.entryOf(0, 2), properties.groupOf(1)];
      return { ...object, own, items: part.items };
    },
  ],
} as const;

test.each(Object.entries(READERS))('%s is the same in pieces of any length', async (_, [text, read]) => {
  const whole = await read(toModelFile(Buffer.from(text)));
  for (const length of [1, 2, 3, 7, 50]) expect(await read(inPieces(text, length))).toEqual(whole);
});

test('an OBJ keeps its numbers, names and missing indices', async () => {
  const file = await parseObj(inPieces(OBJ, 5).pieces(), createMemoryMeter());
  expect([...file.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  expect([...file.colors].slice(3)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(file.objects).toEqual([{ name: 'Straße', firstFace: 0, firstCorner: 0 }]);
  expect([file.libraries, file.materials]).toEqual([['ä.mtl'], ['a # b']]);
  expect([...file.cornerPositions]).toEqual([0, 1, 2]);
  expect([...file.cornerUvs!]).toEqual([0, 0xffffffff, 0]);
  expect([...file.cornerNormals!]).toEqual([0, 0, 0xffffffff]);
});

test('a 3MF keeps points, corners and properties, and nothing of a comment', async () => {
  const [text, read] = READERS['3MF'];
  const object = await read(toModelFile(Buffer.from(text)));
  expect([...object.points]).toEqual([0, 0, -0, 1, 0, -0, 0, 0, -1]);
  expect([...object.corners]).toEqual([0, 1, 2, 0, 2, 1]);
  expect(object.name).toBe('a > b');
  expect(object.own).toEqual(['3', 6, null]);
});
