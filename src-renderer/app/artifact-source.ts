import { bridge } from './bridge/bridge.ts';
import { loopbackToken } from './bridge/loopback-token.ts';
import { baseName } from './base-name.ts';
import { saveBlob } from '../ui/save-blob.ts';
import { TEXTS } from './language/texts.ts';

/** Images kept as object URLs in a browser; more than any screen of rows shows at once. */
const PICTURES_KEPT = 400;

const pictures = new Map<string, Promise<string>>();

/** The bytes of an artifact; throws a sentence when they cannot be had. */
export async function loadBytes(id: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  return (await load(id, signal)).arrayBuffer();
}

/**
 * The bytes of a file beside an artifact that names it by a path; null when there is none. A whole path or address is
 * taken for its last part, because such files lie in one folder.
 */
export async function loadSideFile(id: string, path: string, signal?: AbortSignal): Promise<ArrayBuffer | null> {
  const name = new TextEncoder().encode(baseName(path));
  const base64 = btoa(String.fromCharCode(...name))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  const response = await request(`side-${id}-${base64}`, signal);
  return response.ok ? response.arrayBuffer() : null;
}

/** An address an `img` can show: the app's own at once in the window, an object URL in a browser; rejects without one. */
export function imageUrl(id: string): string | Promise<string> {
  if (bridge.host === 'window') return bridge.artifactUrl(id);
  const known = pictures.get(id);
  if (known) {
    pictures.delete(id);
    pictures.set(id, known);
    return known;
  }
  const url = load(id).then(async (response) => URL.createObjectURL(await response.blob()));
  pictures.set(id, url);
  // A thumbnail may come later; a failure is not kept.
  url.catch(() => pictures.get(id) === url && pictures.delete(id));
  dropOldest();
  return url;
}

/** Saves an artifact through the browser's own download. */
export async function saveFile(id: string, name: string): Promise<void> {
  saveBlob(name, await (await load(id)).blob());
}

async function load(id: string, signal?: AbortSignal): Promise<Response> {
  const response = await request(id, signal);
  if (!response.ok) throw new Error(TEXTS.status.fileAnswered(response.status));
  return response;
}

function request(id: string, signal?: AbortSignal): Promise<Response> {
  // The token travels as a header: in an address it would end up in logs and history.
  const headers: HeadersInit = bridge.host === 'browser' ? { 'x-dropforge-token': loopbackToken() } : {};
  return fetch(bridge.artifactUrl(id), { headers, ...(signal && { signal }) });
}

function dropOldest(): void {
  for (const [id, url] of pictures) {
    if (pictures.size <= PICTURES_KEPT) return;
    pictures.delete(id);
    void url.then(URL.revokeObjectURL, () => undefined);
  }
}
