import { Document, Logger, type Material, type Primitive } from '@gltf-transform/core';
import sharp from 'sharp';

/** A primitive of a test model; absent attributes are omitted. */
export interface Piece {
  readonly positions: readonly number[];
  readonly normals?: readonly number[];
  readonly uvs?: readonly number[];
  readonly indices: readonly number[];
  readonly material?: Material;
}

/** Creates a document with an empty default scene. */
export function createModel(): Document {
  const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
  document.createBuffer();
  document.getRoot().setDefaultScene(document.createScene());
  return document;
}

/** Adds a named node with a mesh of these primitives directly under the scene. */
export function addPart(document: Document, name: string, pieces: readonly Piece[]): void {
  const mesh = document.createMesh(name);
  for (const piece of pieces) mesh.addPrimitive(toPrimitive(document, piece));
  document.getRoot().getDefaultScene()!.addChild(document.createNode(name).setMesh(mesh));
}

function toPrimitive(document: Document, { positions, normals, uvs, indices, material }: Piece): Primitive {
  const buffer = document.getRoot().listBuffers()[0]!;
  const accessor = (type: 'VEC2' | 'VEC3', values: readonly number[]) =>
    document.createAccessor().setBuffer(buffer).setType(type).setArray(Float32Array.from(values));
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', positions))
    .setIndices(document.createAccessor().setBuffer(buffer).setType('SCALAR').setArray(Uint32Array.from(indices)))
    .setMaterial(material ?? null);
  if (normals) primitive.setAttribute('NORMAL', accessor('VEC3', normals));
  if (uvs) primitive.setAttribute('TEXCOORD_0', accessor('VEC2', uvs));
  return primitive;
}

/** Creates a closed box with hard edges: four vertices and the full UV square per side. */
export function boxPiece(low: readonly number[], high: readonly number[], material?: Material): Piece {
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [0, 1]) {
      const first = positions.length / 3;
      for (const [s, t] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ] as const) {
        const corner = [0, 0, 0];
        corner[axis] = side ? high[axis]! : low[axis]!;
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        corner[u] = s ? high[u]! : low[u]!;
        corner[v] = t ? high[v]! : low[v]!;
        positions.push(...corner);
        normals.push(...[0, 1, 2].map((k) => (k === axis ? side * 2 - 1 : 0)));
        uvs.push(s, t);
      }
      indices.push(...(side ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2]).map((k) => first + k));
    }
  }
  return { positions, normals, uvs, indices, ...(material && { material }) };
}

/** Creates a closed unit sphere with a UV seam; `rows` ≥ 3. */
export function spherePiece(rows: number, material?: Material, center: readonly number[] = [0, 0, 0]): Piece {
  const columns = rows * 2;
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const down = (row / rows) * Math.PI;
      const round = ((column % columns) / columns) * Math.PI * 2;
      const isPole = row === 0 || row === rows;
      const ring = isPole ? 0 : Math.sin(down);
      const normal = [
        ring * Math.sin(round),
        row === 0 ? 1 : row === rows ? -1 : Math.cos(down),
        ring * Math.cos(round),
      ];
      normals.push(...normal);
      positions.push(...normal.map((n, k) => n + center[k]!));
      uvs.push(column / columns, row / rows);
      if (row === rows || column === columns) continue;
      const a = row * (columns + 1) + column;
      const b = a + columns + 1;
      if (row > 0) indices.push(a, b, a + 1);
      if (row < rows - 1) indices.push(a + 1, b, b + 1);
    }
  }
  return { positions, normals, uvs, indices, ...(material && { material }) };
}

/** Creates a material with a PNG texture of `size`² texels; `colorAt` returns the sRGB bytes of a texel. */
async function createTexturedMaterial(
  document: Document,
  name: string,
  size: number,
  colorAt: (x: number, y: number) => readonly [number, number, number],
): Promise<Material> {
  const data = new Uint8Array(size * size * 3);
  for (let i = 0; i < size * size; i++) data.set(colorAt(i % size, Math.floor(i / size)), i * 3);
  const png = await sharp(data, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer();
  const texture = document.createTexture(name).setMimeType('image/png').setImage(png);
  return document.createMaterial(name).setBaseColorTexture(texture).setRoughnessFactor(0.5).setMetallicFactor(0);
}

/** Creates two closed, textured parts: a box “body” around (1, 1, 0), and a sphere “head” above it. */
export async function createTwoParts(): Promise<Document> {
  const document = createModel();
  const red = await createTexturedMaterial(document, 'red', 64, (x, y) => [255, x * 4, y * 4]);
  const blue = await createTexturedMaterial(document, 'blue', 32, (x, y) => [x * 8, y * 8, 255]);
  addPart(document, 'body', [boxPiece([0, 0, -1], [2, 2, 1], red)]);
  addPart(document, 'head', [spherePiece(12, blue, [1, 3.5, 0])]);
  return document;
}
