import type { Document } from '@gltf-transform/core';
import { convertedFormat, type FormatRow } from '../../../../src-shared/formats/formats.ts';
import type { ConvertOptions } from './convert-options.ts';

/** File extension of a converted model; formats with side files are delivered as a zip. */
export type ConvertExtension = 'zip' | FormatRow['extension'];

/**
 * Writes a document in the requested format; throws `ModelError` for one without surfaces. The writer is imported on
 * demand: in a process that converts one model, imports take most of the time.
 */
export async function writeConverted(
  document: Document,
  options: ConvertOptions,
): Promise<{ bytes: Uint8Array; extension: ConvertExtension }> {
  const { zipped, extension } = convertedFormat(options.format);
  return { bytes: await writeFormat(document, options), extension: zipped ? 'zip' : extension };
}

async function writeFormat(
  document: Document,
  { format, textureFormat, exportVertexColors, fbxPreset }: ConvertOptions,
): Promise<Uint8Array> {
  const encoding = textureFormat ? { textureFormat } : {};
  switch (format) {
    case 'GLTF': {
      const { writeGltf } = await import('../../files/gltf/write-gltf.ts');
      return await writeGltf(document, { vertexColors: exportVertexColors });
    }
    case 'OBJ': {
      const { writeObj } = await import('../../files/obj/write-obj.ts');
      return await writeObj(document, { vertexColors: exportVertexColors, ...encoding });
    }
    case 'USDZ': {
      const { writeUsdz } = await import('../../files/usd/write/write-usdz.ts');
      return await writeUsdz(document);
    }
    case 'FBX': {
      const { writeFbx } = await import('../../files/fbx/write/write-fbx.ts');
      return await writeFbx(document, { preset: fbxPreset, ...encoding });
    }
    case 'STL': {
      const { writeStl } = await import('../../files/stl/write-stl.ts');
      return writeStl(document);
    }
    case '3MF': {
      const { writeThreeMf } = await import('../../files/3mf/write-three-mf.ts');
      return await writeThreeMf(document);
    }
  }
}
