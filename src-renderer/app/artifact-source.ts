import { FORMAT_ROWS } from '../../src-shared/formats/formats.ts';
import type { Artifact } from '../../src-shared/jobs/job.ts';
import { bridge } from './bridge/bridge.ts';
import { loopbackSession } from './bridge/loopback-session.ts';
import { baseName } from './base-name.ts';
import { saveBlob } from '../ui/save-blob.ts';
import { TEXTS } from './language/texts.ts';

/** Maximum number of images cached as object URLs in a browser; more than any screen of rows shows at once. */
const MAX_CACHED_IMAGES = 400;

const imageUrls = new Map<string, Promise<string>>();

/** Fetches the bytes of an artifact; throws an error with a readable message if that fails. */
export async function loadBytes(id: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  return (await load(id, signal)).arrayBuffer();
}

/**
 * Fetches the bytes of a companion file that an artifact refers to by path; null if it does not exist, `too_large` if it
 * has more than `most` bytes, which are not read then. Only the last part of a path or URL counts, because companion files
 * are in one folder.
 */
export async function loadSideFile(
  id: string,
  path: string,
  most: number,
  signal: AbortSignal,
): Promise<ArrayBuffer | 'too_large' | null> {
  const name = new TextEncoder().encode(baseName(path));
  const base64 = btoa(String.fromCharCode(...name))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  const response = await request(`side-${id}-${base64}`, signal);
  if (!response.ok) return null;
  if (Number(response.headers.get('content-length')) <= most) return response.arrayBuffer();
  await response.body?.cancel();
  return 'too_large';
}

/**
 * Returns an address for an `img`: synchronously in the window, as an object URL in a browser; rejects if there is
 * none.
 */
export function imageUrl(id: string): string | Promise<string> {
  if (bridge.host === 'window') return bridge.artifactUrl(id);
  const known = imageUrls.get(id);
  if (known) {
    imageUrls.delete(id);
    imageUrls.set(id, known);
    return known;
  }
  const url = load(id).then(async (response) => URL.createObjectURL(await response.blob()));
  imageUrls.set(id, url);
  // A thumbnail may be created later, so a failure is not cached.
  url.catch(() => imageUrls.get(id) === url && imageUrls.delete(id));
  dropOldest();
  return url;
}

/** A download: what to fetch, and the name and media type of the file. */
interface Download {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
}

/** Describes the download of an artifact: a zip archive if it needs the files beside it. */
export function describeDownload({ id, name, format, bundled }: Artifact): Download {
  if (bundled) return { id: `zip-${id}`, name: `${name.replace(/\.(\w+)$/, '_$1')}.zip`, mime: 'application/zip' };
  return { id, name, mime: format ? FORMAT_ROWS[format].mime : 'application/octet-stream' };
}

/** Saves an artifact as a browser download, with the files it needs. */
export async function saveArtifact(artifact: Artifact): Promise<void> {
  const { id, name } = describeDownload(artifact);
  saveBlob(name, await (await load(id)).blob());
}

async function load(id: string, signal?: AbortSignal): Promise<Response> {
  const response = await request(id, signal);
  if (!response.ok) throw new Error(TEXTS.status.fileAnswered(response.status));
  return response;
}

async function request(id: string, signal?: AbortSignal): Promise<Response> {
  // The token is sent as a header: in an address it would end up in logs and history.
  const headers: HeadersInit = bridge.host === 'browser' ? { 'x-dropforge-token': await loopbackSession.token() } : {};
  return fetch(bridge.artifactUrl(id), { headers, ...(signal && { signal }) });
}

function dropOldest(): void {
  for (const [id, url] of imageUrls) {
    if (imageUrls.size <= MAX_CACHED_IMAGES) return;
    imageUrls.delete(id);
    void url.then(URL.revokeObjectURL, () => undefined);
  }
}
