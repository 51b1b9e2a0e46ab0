import { createHash, generateKeyPairSync, type KeyLike } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { feedFileName } from '../../src-main/updates/feed-file-name.ts';
import { signFeed } from '../../src-main/updates/release-signature.ts';

/** Name of the feed on this computer. */
export const FEED = feedFileName(process.platform, process.arch);

/** Name of the released file. */
export const FILE_NAME = 'Dropforge.AppImage';

/** A pair of keys that sign releases. */
export function createReleaseKeys(): { readonly publicKey: string; readonly privateKey: string } {
  return generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

/** A feed as electron-builder writes it, of a file with some content. */
export function createFeed(version: string, content: Uint8Array, more = ''): string {
  const sha512 = createHash('sha512').update(content).digest('base64');
  return `version: ${version}
files:
  - url: ${FILE_NAME}
    sha512: ${sha512}
    size: ${content.byteLength}
    blockMapSize: 12
path: ${FILE_NAME}
sha512: ${sha512}
releaseDate: '2026-11-21T10:00:00.000Z'
${more}`;
}

/** A release server whose files a test chooses. */
export interface ReleaseServer {
  /** Address of the folder, with a slash. */
  readonly address: string;
  /** Requests so far: path and range. */
  readonly requests: string[];
  /** Publishes a feed signed with a key, and the file. */
  publish(feed: string, privateKey: KeyLike, content: Uint8Array): void;
  /** Answers the requests of one file in another way; null: as it was published. */
  answer(name: string, answer: Answer | null): void;
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server without files. It supports ranges, as static file servers do. */
export async function startReleaseServer(): Promise<ReleaseServer> {
  const files = new Map<string, Buffer>();
  const answers = new Map<string, Answer>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const name = (request.url ?? '').replace('/feed/', '');
    requests.push([name, request.headers.range ?? []].flat().join(' '));
    const answer = answers.get(name);
    const file = files.get(name);
    if (answer) answer(request, response);
    else if (file) sendRange(file, request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed/`,
    requests,
    publish: (feed, privateKey, content) => {
      files.set(FEED, Buffer.from(feed));
      files.set(`${FEED}.sig`, Buffer.from(signFeed(FEED, Buffer.from(feed), privateKey)));
      files.set(FILE_NAME, Buffer.from(content));
    },
    answer: (name, answer) => void (answer ? answers.set(name, answer) : answers.delete(name)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends a file, or the rest of it from the start of a range. */
export function sendRange(file: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (from === 0) return void response.writeHead(200, { 'content-length': file.byteLength }).end(file);
  if (from >= file.byteLength) return void response.writeHead(416).end();
  const rest = file.subarray(from);
  const range = `bytes ${from}-${file.byteLength - 1}/${file.byteLength}`;
  response.writeHead(206, { 'content-range': range, 'content-length': rest.byteLength }).end(rest);
}
