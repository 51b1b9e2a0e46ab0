import { Document, type Material, type mat4 } from '@gltf-transform/core';
import { unzipSync } from 'fflate';
import sharp from 'sharp';

/** Corners of the box in its own space: no two axes alike, the origin outside of the middle. */
const LOW = [-1, -2, -3] as const;
const HIGH = [2, 4, 7] as const;

/** Where the box lies in the world, metres, +Y up: its node moves it by (10, 20, 30) and mirrors x. */
export const WORLD_LOW = [8, 18, 27];
export const WORLD_HIGH = [11, 24, 37];
export const WORLD_VOLUME = 3 * 6 * 10;

/** What hostile or merely foreign names look like. */
export const NAMES = { mesh: '1 "Käse" #<&>\\\n龙', material: '2 ma/te\'rial "x"', texture: '../a b?"龙.png' };

const MIRRORED: mat4 = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1];

/** How `createAsymmetricModel` differs from its plain self. */
export interface ModelOptions {
  readonly ngonEncoding?: boolean;
  readonly vertexColors?: boolean;
}

/** A mirrored box of 12 triangles with split corners, awkward names and three textures. */
export async function createAsymmetricModel(options: ModelOptions = {}): Promise<Document> {
  const document = new Document();
  const buffer = document.createBuffer();
  const { positions, normals, uvs, indices } = boxArrays();
  const accessor = (type: 'VEC2' | 'VEC3' | 'SCALAR', array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', positions))
    .setAttribute('NORMAL', accessor('VEC3', normals))
    .setAttribute('TEXCOORD_0', accessor('VEC2', uvs))
    .setIndices(accessor('SCALAR', indices))
    .setMaterial(await createTexturedMaterial(document));
  if (options.vertexColors) primitive.setAttribute('COLOR_0', accessor('VEC3', new Float32Array(72).fill(0.5)));
  const mesh = document.createMesh(NAMES.mesh).addPrimitive(primitive);
  if (options.ngonEncoding) mesh.setExtras({ ngonEncoding: true });
  const node = document.createNode(NAMES.mesh).setMesh(mesh).setMatrix(MIRRORED);
  document.getRoot().setDefaultScene(document.createScene().addChild(node));
  return document;
}

async function createTexturedMaterial(document: Document): Promise<Material> {
  const texture = async (color: string) => {
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: color } })
      .png()
      .toBuffer();
    return document.createTexture(NAMES.texture).setURI(NAMES.texture).setMimeType('image/png').setImage(png);
  };
  return document
    .createMaterial(NAMES.material)
    .setBaseColorFactor([1, 0.5, 1, 1])
    .setBaseColorTexture(await texture('#ff8040'))
    .setNormalTexture(await texture('#8080ff'))
    .setMetallicRoughnessTexture(await texture('#00c040'))
    .setRoughnessFactor(0.5)
    .setDoubleSided(true);
}

/** Six faces of four own vertices each; each face two triangles (a,b,c), (a,c,d), counter-clockwise from outside. */
function boxArrays() {
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [0, 1]) {
      const [u, v] = side === 1 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
      const first = positions.length / 3;
      for (const [a, b] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ] as const) {
        const corner = [0, 0, 0];
        corner[axis] = side === 1 ? HIGH[axis]! : LOW[axis]!;
        corner[u] = a === 1 ? HIGH[u]! : LOW[u]!;
        corner[v] = b === 1 ? HIGH[v]! : LOW[v]!;
        positions.push(...corner);
        normals.push(...[0, 1, 2].map((k) => (k === axis ? side * 2 - 1 : 0)));
        uvs.push(a * 0.25, b * 0.75);
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  }
  return {
    positions: new Float32Array(positions),
    normals: new Float32Array(normals),
    uvs: new Float32Array(uvs),
    indices: new Uint16Array(indices),
  };
}

/** Lowest and highest corner of points. */
export function boundsOf(points: readonly (readonly number[])[]): { low: number[]; high: number[] } {
  const column = (k: number) => points.map((point) => point[k]!);
  return {
    low: [0, 1, 2].map((k) => Math.min(...column(k))),
    high: [0, 1, 2].map((k) => Math.max(...column(k))),
  };
}

/** Volume within closed polygons wound counter-clockwise from outside; negative: they are wound the wrong way. */
export function volumeOf(points: readonly (readonly number[])[], faces: readonly (readonly number[])[]): number {
  let volume = 0;
  for (const face of faces) {
    for (let i = 2; i < face.length; i++) {
      const [a, b, c] = [face[0]!, face[i - 1]!, face[i]!].map((corner) => points[corner]!) as [
        number[],
        number[],
        number[],
      ];
      volume +=
        a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
        a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
        a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
    }
  }
  return volume / 6;
}

/** True if every edge is used once in each direction. */
export function isClosed(faces: readonly (readonly number[])[]): boolean {
  const edges = new Set<string>();
  for (const face of faces) {
    face.forEach((a, i) => edges.add(`${a} ${face[(i + 1) % face.length]}`));
  }
  const corners = faces.reduce((sum, face) => sum + face.length, 0);
  return edges.size === corners && [...edges].every((edge) => edges.has(edge.split(' ').reverse().join(' ')));
}

/** The files of a zip archive; text files as text. */
export function unzip(bytes: Uint8Array): { files: Record<string, Uint8Array>; text: (path: string) => string } {
  const files = unzipSync(bytes);
  return { files, text: (path) => new TextDecoder().decode(files[path]) };
}

/** Every number in a text. */
export function numbersIn(text: string): number[] {
  return [...text.matchAll(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g)].map(([number]) => Number(number));
}

/** A list cut into rows of `size`. */
export function rowsOf(list: readonly number[], size: number): number[][] {
  return Array.from({ length: list.length / size }, (_, i) => list.slice(i * size, (i + 1) * size));
}
