import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { folderOf } from '../zip/archive-path.ts';
import { openZipArchive, type FileSource } from '../zip/zip-archive.ts';
import type { ImportedModel } from '../import/imported-model.ts';
import type { ModelFile } from '../zip/model-file.ts';
import { sniffModelFile } from './sniff-model-format.ts';
import { readThreeMf } from '../3mf/read-three-mf.ts';
import { readUsdz } from '../usd/read/read-usdz.ts';

/** Reads the one model of an archive, detected by its content. */
type ReadInside = (file: ModelFile, files: FileSource, folder: string) => Promise<ImportedModel>;

const MODEL_PATH = /\.(glb|gltf|fbx|obj|stl|3mf|usdz)$/i;
const LAYER_PATH = /\.usd[ac]?$/i;
const MODEL_PART = /\.model$/i;

/**
 * Reads a zip: a USDZ, a 3MF, or one model of any other format with the files it references, which `readInside` reads.
 * macOS metadata (`__MACOSX`, `.DS_Store`) is ignored. Throws `ModelError`, also if the archive contains two models.
 */
export async function readZippedModel(bytes: Uint8Array, readInside: ReadInside): Promise<ImportedModel> {
  const files = await openZipArchive(bytes);
  const paths = files.paths.filter((path) => !/(^|\/)(__MACOSX\/|\.)/.test(path));
  if (LAYER_PATH.test(paths[0] ?? '')) return readUsdz(files, paths);
  const isPackage = paths.some((path) => path === '[Content_Types].xml') && paths.some((path) => MODEL_PART.test(path));
  if (isPackage) return readThreeMf(files);

  const models = paths.filter((path) => MODEL_PATH.test(path));
  const [model] = models;
  if (model === undefined) {
    const layer = paths.find((path) => LAYER_PATH.test(path));
    if (layer !== undefined) return readUsdz(files, [layer]);
    throw new ModelError('not_a_model', engineMessage('archive.no-model'));
  }
  if (models.length > 1) {
    throw new ModelError('unsupported', engineMessage('archive.several-models', { count: models.length }));
  }
  const content = files.open(model)!;
  if ((await sniffModelFile(content)) === 'zip') {
    throw new ModelError('unsupported', engineMessage('archive.nested'));
  }
  return readInside(content, files, folderOf(model));
}
