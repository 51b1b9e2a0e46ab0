import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { isBinaryStl } from '../../../../src-shared/formats/stl-file.ts';
import { Document } from '@gltf-transform/core';
import { ModelError } from '../../base/errors/model-error.ts';
import { addPolygonMesh } from '../polygons/add-polygon-mesh.ts';
import type { ImportedModel } from '../import/imported-model.ts';
import type { ModelFile } from '../zip/model-file.ts';
import { readBinaryFacets } from './read-binary-facets.ts';
import { readTextFacets } from './read-text-facets.ts';

/**
 * Reads an STL, binary or text, as one mesh: STL has no unit, millimetres and +Z up are assumed, as in slicers. Points
 * are welded, so that a closed solid stays closed; stored normals are ignored because the winding defines them.
 */
export async function readStl(file: ModelFile): Promise<ImportedModel> {
  const isBinary = isBinaryStl(await file.head(1024), file.size);
  const { name, points, corners } = isBinary ? readBinaryFacets(await file.readAll()) : await readTextFacets(file);
  const document = new Document();
  const material = document.createMaterial('stl').setBaseColorFactor([0.8, 0.8, 0.8, 1]).setMetallicFactor(0);
  const faceSizes = new Uint32Array(corners.length / 3).fill(3);
  const layers = { normals: null, uvs: [], colors: null, faceMaterials: null, influences: null };
  const mesh = addPolygonMesh(document, { name, points, faceSizes, corners, ...layers }, [material]);
  if (!mesh) throw new ModelError('unsupported', engineMessage('model-file.stl-no-triangles'));
  document.createScene().addChild(document.createNode(name).setMesh(mesh));
  return { document, notes: [engineMessage('import.stl-unit')] };
}
