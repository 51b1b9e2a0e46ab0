import { bridge } from './bridge.ts';
import { loopbackToken } from './loopback-token.ts';

/** Pictures kept as object URLs in a browser; more than any screen of rows shows at once. */
const PICTURES_KEPT = 400;

const pictures = new Map<string, Promise<string>>();

/** The bytes of an artifact; throws a sentence when they cannot be had. */
export async function loadBytes(id: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  return (await load(id, signal)).arrayBuffer();
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
  url.catch(() => pictures.delete(id));
  dropOldest();
  return url;
}

/** Saves an artifact through the browser's own download. */
export async function saveFile(id: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await (await load(id)).blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
}

async function load(id: string, signal?: AbortSignal): Promise<Response> {
  // The token travels as a header: in an address it would end up in logs and history.
  const headers: HeadersInit = bridge.host === 'browser' ? { 'x-dropforge-token': loopbackToken() } : {};
  const response = await fetch(bridge.artifactUrl(id), { headers, ...(signal && { signal }) });
  if (!response.ok) throw new Error(`The file could not be read (${response.status}).`);
  return response;
}

function dropOldest(): void {
  for (const [id, url] of pictures) {
    if (pictures.size <= PICTURES_KEPT) return;
    pictures.delete(id);
    void url.then((address) => {
      URL.revokeObjectURL(address);
    });
  }
}
