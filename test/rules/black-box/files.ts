import { Document, NodeIO } from '@gltf-transform/core';
import sharp from 'sharp';

/** PNG bytes of a red disc; a larger edge is more work for whoever makes a model of it. */
export function drawDisc(edge: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="${edge}" height="${edge}">
    <circle cx="4.5" cy="4.5" r="4" fill="#d33"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** GLB bytes of a tetrahedron: Y up, metres, counter-clockwise from outside. */
export function writeTetrahedron(): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const indices = new Uint16Array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', document.createAccessor().setType('VEC3').setArray(positions).setBuffer(buffer))
    .setIndices(document.createAccessor().setType('SCALAR').setArray(indices).setBuffer(buffer))
    .setMaterial(document.createMaterial('red').setBaseColorFactor([0.8, 0.2, 0.2, 1]));
  document
    .createScene()
    .addChild(document.createNode('tetrahedron').setMesh(document.createMesh().addPrimitive(primitive)));
  return new NodeIO().writeBinary(document);
}
