import { createHash, generateKeyPairSync } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createProxyRoutes } from '../../src-main/service-client/http/proxy-route.ts';
import { createUpdates } from '../../src-main/updates/create-updates.ts';
import { feedFileName } from '../../src-main/updates/feed-file-name.ts';
import { joinParts } from './join-parts.ts';
import { findPackages } from './packaged-apps.ts';
import { BILL, NOTES } from './release-file-names.ts';
import { attempt, failed, ok, type CheckResult } from './report.ts';
import { FEEDS } from './write-feeds.ts';

const POLL_MS = 20;

/** Joins what was built as the release workflow does, signed with a pair of keys that is thrown away, and updates from it. */
export async function checkFeeds(output: string, version: string): Promise<CheckResult[]> {
  const missing = [BILL, NOTES].filter((name) => !existsSync(path.join(output, name)));
  if (missing.length > 0) return [failed('feeds', `${missing.join(' and ')} could not be written`)];
  const work = mkdtempSync(path.join(output, 'feeds-'));
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const [parts, files] = [path.join(work, 'parts'), path.join(work, 'files')];
  const part = path.join(parts, 'packages-here');
  mkdirSync(part, { recursive: true });
  for (const name of [...findPackages(output), BILL, NOTES]) linkSync(path.join(output, name), path.join(part, name));
  const server = await serveFolder(files);
  try {
    const feeds = joinParts({ parts, files, version, releasedAt: new Date(), privateKey });
    const results: CheckResult[] = [];
    for (const feed of FEEDS) {
      const name = `update from ${feedFileName(feed.platform, feed.arch)}`;
      const check = () =>
        update(name, { ...feed, address: server.address, files, publicKey, home: path.join(work, name) });
      if (feeds.includes(feedFileName(feed.platform, feed.arch))) results.push(await attempt(name, check));
      else
        results.push({
          name,
          status: 'missing',
          detail: `no ${feed.kind} for ${feed.platform} ${feed.arch} was built`,
        });
    }
    return results;
  } finally {
    server.close();
    rmSync(work, { recursive: true, force: true });
  }
}

interface Update {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly kind: 'exe' | 'zip' | 'AppImage';
  readonly packages: RegExp;
  readonly address: string;
  readonly files: string;
  readonly publicKey: string;
  readonly home: string;
}

/** Lets an old version find, verify and download the release, up to the file that it hands to its installer. */
async function update(
  name: string,
  { platform, arch: feedArch, kind, packages, address, files, publicKey, home }: Update,
): Promise<CheckResult> {
  const built = findPackages(files).filter((each) => packages.test(each));
  // The feeds of Windows and macOS hold both architectures.
  const arch = built.some((each) => each.includes('arm64')) && built.length === 1 ? 'arm64' : feedArch;
  let installed: string | null = null;
  const updates = createUpdates({
    ...{ home, version: '0.0.0', releaseKey: publicKey, platform, arch },
    installer: {
      fileKind: kind,
      quit: () => undefined,
      install: ({ path: file }) => Promise.resolve(void (installed = hash(file))),
    },
    settings: () => ({ ask: true, address, notNow: null, download: true }),
    routes: createProxyRoutes({ env: {}, resolveProxy: null }),
    clock: { now: Date.now, after: () => () => undefined },
    isBusy: () => false,
  });
  try {
    const { status } = await updates.check();
    if (status !== 'newer') return failed(name, `The app says “${status}”.`);
    while (updates.state().download.status === 'downloading') await wait(POLL_MS);
    const { status: downloaded, bytes } = updates.state().download;
    if (downloaded !== 'ready') return failed(name, `The download is “${downloaded}”.`);
    const errors: unknown[] = [];
    await updates.planInstall()?.((error) => errors.push(error));
    const file = built.find((each) => hash(path.join(files, each)) === installed);
    return file === undefined
      ? failed(name, `No package was installed. ${errors.map(String).join(' ')}`)
      : ok(name, `${file}: verified, downloaded (${bytes} bytes) and handed to the installer`);
  } finally {
    await updates.close();
  }
}

const hash = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Serves the files of a folder on this computer. */
async function serveFolder(folder: string): Promise<{ readonly address: string; close(): void }> {
  const server = createServer((request, response) => {
    const file = path.join(folder, path.basename(decodeURIComponent(request.url ?? '')));
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': statSync(file).size });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}
