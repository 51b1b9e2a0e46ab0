import type { Document } from '@gltf-transform/core';
import type { ConvertOptions } from './convert-options.ts';
import { writeFbx } from '../formats/fbx/write-fbx.ts';
import { writeGltf } from '../formats/write-gltf.ts';
import { writeObj } from '../formats/write-obj.ts';
import { writeStl } from '../formats/write-stl.ts';
import { writeThreeMf } from '../formats/write-three-mf.ts';
import { writeUsdz } from '../formats/usd/write-usdz.ts';

/** How the file of a converted model ends. */
export type ConvertExtension = 'zip' | 'usdz' | 'fbx' | 'stl' | '3mf';

/** Writes a document in the format asked for; throws `ModelError` for one without surfaces. */
export async function writeConverted(
  document: Document,
  { format, textureFormat, exportVertexColors, fbxPreset }: ConvertOptions,
): Promise<{ bytes: Uint8Array; extension: ConvertExtension }> {
  const encoding = textureFormat ? { textureFormat } : {};
  switch (format) {
    case 'GLTF':
      return { bytes: await writeGltf(document, { vertexColors: exportVertexColors }), extension: 'zip' };
    case 'OBJ':
      return { bytes: await writeObj(document, { vertexColors: exportVertexColors, ...encoding }), extension: 'zip' };
    case 'USDZ':
      return { bytes: await writeUsdz(document), extension: 'usdz' };
    case 'FBX':
      return { bytes: await writeFbx(document, { preset: fbxPreset, ...encoding }), extension: 'fbx' };
    case 'STL':
      return { bytes: writeStl(document), extension: 'stl' };
    case '3MF':
      return { bytes: await writeThreeMf(document), extension: '3mf' };
  }
}
