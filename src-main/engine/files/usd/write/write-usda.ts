import type { Texture } from '@gltf-transform/core';
import type { FlatMesh } from '../../../base/document/flat-mesh.ts';
import { uniqueName } from '../../../base/document/unique-name.ts';
import { createNumberFormatter, decimalsFor } from '../../text/number-formatter.ts';
import { toPrimName } from '../../text/safe-names.ts';
import type { ZipPieces } from '../../zip/write-zip.ts';
import { MATERIALS_SCOPE, writeUsdLayer } from './write-usd-layer.ts';
import { addUsdMesh } from './usd-mesh-text.ts';

/**
 * Writes meshes as a USD text layer (usda 1.0): metres, +Y up, right-handed, one Xform per mesh with a Mesh per
 * primitive, quads as faces of four corners, UsdPreviewSurface materials with the images at the given paths.
 */
export function writeUsda(meshes: readonly FlatMesh[], images: ReadonlyMap<Texture, string>): ZipPieces {
  const position = createNumberFormatter(decimalsFor(meshes, 1));
  return writeUsdLayer({ meshes, images, root: 'Xform', seconds: null }, (text, pathOf) => {
    const usedNames = new Set([MATERIALS_SCOPE.toLowerCase()]);
    for (const mesh of meshes) {
      text.add(`    def Xform "${uniqueName(toPrimName(mesh.name, 'mesh'), usedNames)}"\n    {\n`);
      mesh.primitives.forEach((primitive, i) => {
        addUsdMesh(text, primitive, { name: `Surface_${i}`, material: pathOf(primitive.material), position });
      });
      text.add('    }\n');
    }
  });
}
