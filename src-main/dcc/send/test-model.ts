import type { Dimensions } from '../../../src-shared/delivery/delivery-schemas.ts';

/** Vertices of a tetrahedron with three different edge lengths: metres, Y up, counter-clockwise faces. */
const CORNERS = [0, 0, 0, 0.5, 0, 0, 0, 1, 0, 0, 0, 0.25];
const FACES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

/** Size of the test model along x, y and z: metres, Y up. */
export const TEST_DIMENSIONS: Dimensions = [0.5, 1, 0.25];

/** A small GLB model whose dimensions reveal any rotation or scaling. */
export function makeTestGlb(): Buffer {
  const data = Buffer.concat([
    Buffer.from(new Float32Array(CORNERS).buffer),
    Buffer.from(new Uint16Array(FACES).buffer),
  ]);
  const length = CORNERS.length * 4;
  const json = {
    asset: { version: '2.0', generator: 'Dropforge' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'Dropforge test', mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: TEST_DIMENSIONS },
      { bufferView: 1, componentType: 5123, count: FACES.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: length },
      { buffer: 0, byteOffset: length, byteLength: data.length - length },
    ],
    buffers: [{ byteLength: data.length }],
  };
  // glTF 2.0, section 4.4: chunks are padded to four bytes, text with spaces.
  const text = JSON.stringify(json);
  const chunks = [toChunk('JSON', Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4))), toChunk('BIN\0', data)];
  const head = Buffer.alloc(12);
  head.write('glTF', 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + chunks.reduce((sum, chunk) => sum + chunk.length, 0), 8);
  return Buffer.concat([head, ...chunks]);
}

/** The same model as an ASCII STL for 3D printing: millimetres, Z up. */
export function makeTestStl(): string {
  const corner = (index: number): string => {
    const [x = 0, y = 0, z = 0] = CORNERS.slice(index * 3, index * 3 + 3);
    return `vertex ${x * 1000} ${-z * 1000} ${y * 1000}`;
  };
  const faces = [0, 3, 6, 9].map((at) => {
    const corners = FACES.slice(at, at + 3)
      .map(corner)
      .join('\n');
    return `facet normal 0 0 0\nouter loop\n${corners}\nendloop\nendfacet`;
  });
  return `solid test\n${faces.join('\n')}\nendsolid test\n`;
}

function toChunk(kind: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(data.length);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, data]);
}
