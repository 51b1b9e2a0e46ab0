import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { protocol } from 'electron';
import type { App, ServedFile } from '../../app-deps.ts';
import { readServedFile, toFileResponse } from '../../ipc/files/file-response.ts';
import { PAGE_HEADERS, resolvePageFile } from '../../ipc/files/page-files.ts';
import { APP_ORIGIN, isAppUrl } from '../window/url-policy.ts';

const ARTIFACT = '/artifact/';

/** Registers `app://` as a secure origin with fetch; call before `ready`. The page's CSP still applies. */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges }]);
}

/**
 * Serves the page and, by id and with ranges, artifacts at `app://dropforge/`; anything else is a 4xx. Files are not
 * compressed: they come from this disk and pass no network.
 */
export function serveAppProtocol(pageFolder: string, openArtifact: App['openArtifact']): void {
  protocol.handle('app', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
    if (!isAppUrl(request.url)) return refuse(404);
    const [pathname = '/'] = request.url.slice(APP_ORIGIN.length).split(/[?#]/, 1);
    if (pathname.startsWith(ARTIFACT)) return await artifactResponse(pathname, request, openArtifact);
    const file = await resolvePageFile(pageFolder, pathname);
    if (file === null) return refuse(404);
    const body = request.method === 'HEAD' ? null : toBody(createReadStream(file.path));
    return new Response(body, { headers: { ...PAGE_HEADERS, 'content-type': file.mime } });
  });
}

async function artifactResponse(pathname: string, request: Request, open: App['openArtifact']): Promise<Response> {
  const file = await findArtifact(pathname.slice(ARTIFACT.length), open);
  if (file === null) return refuse(404);
  const { status, headers, slice } = toFileResponse(file, request.headers.get('range'));
  const body = slice === null || request.method === 'HEAD' ? null : toBody(readServedFile(file, slice));
  return new Response(body, { status, headers });
}

async function findArtifact(encodedId: string, open: App['openArtifact']): Promise<ServedFile | null> {
  try {
    return await open(decodeURIComponent(encodedId));
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

const refuse = (status: number): Response => new Response(null, { status, headers: PAGE_HEADERS });

const toBody = (stream: Readable): ReadableStream => Readable.toWeb(stream) as ReadableStream;
