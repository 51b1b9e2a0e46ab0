import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { Document } from '@gltf-transform/core';
import { ModelError } from '../../base/errors/model-error.ts';
import { addPolygonMesh } from '../polygons/add-polygon-mesh.ts';
import { checkCorners, damagedModel, decodeText, truncatedModel } from '../import/import-limits.ts';
import type { ImportedModel } from '../import/imported-model.ts';
import { isBinaryStl, STL_FACET_BYTES, STL_HEADER_BYTES } from './is-binary-stl.ts';
import { findUniqueVectors } from '../polygons/unique-rows.ts';

const METRES = 0.001;

/**
 * Reads an STL, binary or text, as one mesh: STL has no unit, millimetres and +Z up are assumed, as in slicers. Points
 * are welded, so that a closed solid stays closed; stored normals are ignored because the winding defines them.
 */
export async function readStl(bytes: Uint8Array): Promise<ImportedModel> {
  const { name, corners } = isBinaryStl(bytes) ? readBinary(bytes) : readText(bytes);
  for (let i = 0; i < corners.length; i += 3) {
    const [y, z] = [corners[i + 1]!, corners[i + 2]!];
    corners[i]! *= METRES;
    corners[i + 1] = z * METRES;
    corners[i + 2] = -y * METRES;
  }
  const { ids, firsts } = findUniqueVectors(corners, 3);
  const points = new Float32Array(firsts.length * 3);
  firsts.forEach((first, i) => points.set(corners.subarray(first * 3, first * 3 + 3), i * 3));

  const document = new Document();
  const material = document.createMaterial('stl').setBaseColorFactor([0.8, 0.8, 0.8, 1]).setMetallicFactor(0);
  const faceSizes = new Uint32Array(ids.length / 3).fill(3);
  const layers = { normals: null, uvs: [], colors: null, faceMaterials: null, influences: null };
  const mesh = addPolygonMesh(document, { name, points, faceSizes, corners: ids, ...layers }, [material]);
  if (!mesh) throw new ModelError('unsupported', engineMessage('model-file.stl-no-triangles'));
  document.createScene().addChild(document.createNode(name).setMesh(mesh));
  return { document, notes: [engineMessage('import.stl-unit')] };
}

interface Facets {
  readonly name: string;
  /** xyz of the three corners of each facet, as in the file. */
  readonly corners: Float32Array;
}

function readBinary(bytes: Uint8Array): Facets {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(STL_HEADER_BYTES, true);
  checkCorners(count * 3);
  const corners = new Float32Array(count * 9);
  for (let facet = 0; facet < count; facet++) {
    const at = STL_HEADER_BYTES + 4 + facet * STL_FACET_BYTES + 12;
    for (let k = 0; k < 9; k++) corners[facet * 9 + k] = view.getFloat32(at + k * 4, true);
  }
  return { name: 'model', corners };
}

function readText(bytes: Uint8Array): Facets {
  const text = decodeText(bytes);
  const name = /^\s*solid[ \t]+([^\r\n]{1,200})/i.exec(text)?.[1]?.trim() ?? 'model';
  const numbers: number[] = [];
  for (const [, x, y, z] of text.matchAll(/\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/gi)) {
    numbers.push(Number(x), Number(y), Number(z));
    checkCorners(numbers.length / 3);
  }
  if (!/\bendsolid\b/i.test(text.slice(-4096))) throw truncatedModel();
  if (numbers.length % 9 !== 0) throw damagedModel('model-damage.facet-corners');
  return { name, corners: Float32Array.from(numbers) };
}
