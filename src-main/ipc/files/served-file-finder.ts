import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { FORMAT_ROWS } from '../../../src-shared/formats/formats.ts';
import { mediaTypeOf } from '../../../src-shared/formats/media-types.ts';
import type { ServedFile } from '../../app-deps.ts';
import { referenceThumbnail } from '../../pipeline/reference-store.ts';
import { zipBundle } from '../../pipeline/zip-bundle.ts';
import type { Queue } from '../../queue/queue.ts';
import type { ClaimedSources } from '../claimed-sources.ts';
import { bytesOf } from './file-response.ts';

const SAFE_NAME = /^[a-z0-9-]{1,64}$/;

/** The image whose thumbnail is served. */
const REFERENCE_ID = /^reference-([0-9a-f]{64})$/;

/** An artifact with the files beside it, as a zip archive. */
const ZIP_ID = /^zip-([0-9a-f-]{36})$/;

/** `side-<artifact id>-<name>`; the name in base64url, which needs no escaping. */
const SIDE_ID = /^side-([0-9a-f-]{36})-([\w-]{1,400})$/;

/**
 * Finds the file for an id that the page knows: an artifact's id, `side-<artifact id>-<name>` for a file beside it,
 * `zip-<artifact id>` for an archive of both,
 * `thumb-<job id>`, `original-<job id>` for the image it was created from, `sample-<name>`, `source-<id>` for a collected image or the
 * preview of a collected model, or `reference-<sha256>` for a reference image.
 * Ids and names are looked up, never turned into paths.
 */
export function createServedFileFinder(
  queue: Queue,
  samplesFolder: string,
  findPicture: ClaimedSources['findPicture'] = () => null,
  references: string | null = null,
  findPreview: (sourceId: string) => Promise<ServedFile | null> = () => Promise.resolve(null),
): (id: string) => Promise<ServedFile | null> {
  const locate = (id: string): { path: string; mime: string } | null => {
    if (id.startsWith('thumb-')) {
      const file = queue.thumbnailPath(id.slice('thumb-'.length));
      return file ? { path: file, mime: 'image/webp' } : null;
    }
    if (id.startsWith('original-')) {
      const [source] = queue.find(id.slice('original-'.length))?.sources ?? [];
      const mime = mediaTypeOf(source?.name ?? '');
      return source && mime.startsWith('image/') ? { path: source.path, mime } : null;
    }
    if (id.startsWith('sample-')) {
      const name = id.slice('sample-'.length);
      return SAFE_NAME.test(name) ? { path: path.join(samplesFolder, `${name}.png`), mime: 'image/png' } : null;
    }
    if (id.startsWith('source-')) {
      const picture = findPicture(id.slice('source-'.length));
      const mime = mediaTypeOf(picture?.name ?? '');
      return picture && mime.startsWith('image/') ? { path: picture.path, mime } : null;
    }
    const [, sha256] = REFERENCE_ID.exec(id) ?? [];
    if (sha256 !== undefined) {
      return references === null ? null : { path: referenceThumbnail(references, sha256), mime: 'image/webp' };
    }
    const artifact = queue.findArtifact(id);
    if (!artifact) return null;
    if (artifact.format) return { path: artifact.path, mime: FORMAT_ROWS[artifact.format].mime };
    const mime = mediaTypeOf(artifact.path);
    // Artifacts without a model format are images; older ones may lack an extension.
    return { path: artifact.path, mime: mime.startsWith('image/') ? mime : 'image/webp' };
  };
  const locateSide = async (id: string): Promise<{ path: string; mime: string } | null> => {
    const [, artifactId = '', name = ''] = SIDE_ID.exec(id) ?? [];
    const folder = queue.findArtifact(artifactId)?.bundle ?? null;
    if (folder === null) return null;
    const wanted = Buffer.from(name, 'base64url').toString().toLowerCase();
    const side = (await readdir(folder).catch(() => [])).find((entry) => entry.toLowerCase() === wanted);
    return side === undefined ? null : { path: path.join(folder, side), mime: 'application/octet-stream' };
  };
  const packBundle = async (id: string): Promise<ServedFile | null> => {
    const [, artifactId = ''] = ZIP_ID.exec(id) ?? [];
    const artifact = queue.findArtifact(artifactId);
    if (!artifact?.bundle) return null;
    const content = await zipBundle(artifact.bundle, artifact.path, artifact.exportedPath ?? artifact.path);
    const bytes = content.reduce((sum, part) => sum + bytesOf(part), 0);
    return { path: artifact.path, mime: 'application/zip', bytes, content };
  };
  return async (id) => {
    if (id.startsWith('zip-')) return packBundle(id);
    const found = locate(id) ?? (await locateSide(id));
    if (!found && id.startsWith('source-')) return findPreview(id.slice('source-'.length));
    const facts = found && (await stat(found.path).catch(() => null));
    return found && facts?.isFile() ? { ...found, bytes: facts.size } : null;
  };
}
