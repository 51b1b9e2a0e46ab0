import type { Document } from '@gltf-transform/core';
import type { ConvertOptions } from './convert-options.ts';

/** How the file of a converted model ends. */
export type ConvertExtension = 'zip' | 'usdz' | 'fbx' | 'stl' | '3mf';

/**
 * Writes a document in the format asked for; throws `ModelError` for one without surfaces. The writer is loaded when it is
 * needed: in a process that converts one model, loading takes most of the time.
 */
export async function writeConverted(
  document: Document,
  { format, textureFormat, exportVertexColors, fbxPreset }: ConvertOptions,
): Promise<{ bytes: Uint8Array; extension: ConvertExtension }> {
  const encoding = textureFormat ? { textureFormat } : {};
  switch (format) {
    case 'GLTF': {
      const { writeGltf } = await import('../../files/gltf/write-gltf.ts');
      return { bytes: await writeGltf(document, { vertexColors: exportVertexColors }), extension: 'zip' };
    }
    case 'OBJ': {
      const { writeObj } = await import('../../files/obj/write-obj.ts');
      return { bytes: await writeObj(document, { vertexColors: exportVertexColors, ...encoding }), extension: 'zip' };
    }
    case 'USDZ': {
      const { writeUsdz } = await import('../../files/usd/write/write-usdz.ts');
      return { bytes: await writeUsdz(document), extension: 'usdz' };
    }
    case 'FBX': {
      const { writeFbx } = await import('../../files/fbx/write/write-fbx.ts');
      return { bytes: await writeFbx(document, { preset: fbxPreset, ...encoding }), extension: 'fbx' };
    }
    case 'STL': {
      const { writeStl } = await import('../../files/stl/write-stl.ts');
      return { bytes: writeStl(document), extension: 'stl' };
    }
    case '3MF': {
      const { writeThreeMf } = await import('../../files/3mf/write-three-mf.ts');
      return { bytes: await writeThreeMf(document), extension: '3mf' };
    }
  }
}
