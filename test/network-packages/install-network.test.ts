import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { installNetwork, readLicenses } from '../../src-main/network-packages/install-network.ts';
import { isInstalled, modelFileOf, networksFolder } from '../../src-main/network-packages/installed-networks.ts';
import type { OfferedNetwork } from '../../src-main/network-packages/offered-network.ts';
import { segmentRed } from '../helpers/models/sample-networks.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { packNetwork, type Entry } from './network-package.ts';
import { startRegistry, type Answer, type Registry } from './registry.ts';

const NO_PROXY = { find: async () => null };

interface Run {
  readonly home: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (bytes: number) => void;
  /** Default: long enough for a busy computer. */
  readonly stalledMs?: number;
}

function install(network: OfferedNetwork, { url: registry }: Pick<Registry, 'url'>, run: Run): Promise<void> {
  const { home, signal = new AbortController().signal, onProgress = () => undefined, stalledMs = 20_000 } = run;
  return installNetwork(home, network, { registry, routes: NO_PROXY, stalledMs }, { signal, onProgress });
}

function installFile(network: OfferedNetwork, file: string, home: string): Promise<void> {
  return installNetwork(home, network, { file }, { signal: new AbortController().signal, onProgress: () => undefined });
}

/** Nothing of an installation stays. */
function expectNothing(home: string, network: OfferedNetwork): void {
  expect(existsSync(modelFileOf(home, network))).toBe(false);
  expect(readdirSync(networksFolder(home))).toEqual([]);
}

describe('a network', () => {
  it('is downloaded, checked and stored with its license and its origin', async () => {
    const { network, archive } = await packNetwork();
    const registry = await startRegistry(archive);
    const home = makeTempFolder();
    const progress: number[] = [];
    await install(network, registry, { home, onProgress: (bytes) => progress.push(bytes) });
    expect(registry.requests).toEqual(['/@sample/red/-/red-1.0.0.tgz']);
    expect(progress.at(-1)).toBe(archive.byteLength);
    expect(readFileSync(modelFileOf(home, network)).equals(segmentRed())).toBe(true);
    expect(await isInstalled(home, network)).toBe(true);
    const folder = path.join(home, 'networks', 'red');
    expect(readFileSync(path.join(folder, 'LICENSE'), 'utf8')).toBe('The license of the sample.\n');
    expect(JSON.parse(readFileSync(path.join(folder, 'origin.json'), 'utf8'))).toMatchObject({
      package: '@sample/red@1.0.0',
      from: registry.url.host,
      licenses: [{ name: 'MIT' }],
    });
    expect(readdirSync(networksFolder(home))).toEqual(['red']);
    if (process.platform !== 'win32') expect(statSync(modelFileOf(home, network)).mode & 0o077).toBe(0);

    // Installing it again replaces the files.
    writeFileSync(modelFileOf(home, network), 'damaged');
    expect(await isInstalled(home, network)).toBe(false);
    await install(network, registry, { home });
    expect(readFileSync(modelFileOf(home, network)).equals(segmentRed())).toBe(true);
  });

  it('is installed from a file without a network', async () => {
    const { network, archive } = await packNetwork();
    const home = makeTempFolder();
    const file = path.join(home, 'downloaded.tgz');
    writeFileSync(file, archive);
    await installFile(network, file, home);
    expect(readFileSync(modelFileOf(home, network)).equals(segmentRed())).toBe(true);
    expect(existsSync(file)).toBe(true);
  });

  it('takes away what an installation left a day ago that was killed', async () => {
    const { network, archive } = await packNetwork();
    const home = makeTempFolder();
    const folders = ['.unfinished-old', '.unfinished-new'].map((name) => path.join(networksFolder(home), name));
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1_000);
    utimesSync(folders[0]!, yesterday, yesterday);
    await install(network, await startRegistry(archive), { home });
    expect(readdirSync(networksFolder(home)).toSorted()).toEqual(['.unfinished-new', 'red']);
  });

  it('is downloaded again after a connection that broke', async () => {
    const { network, archive } = await packNetwork();
    const registry = await startRegistry((_, response) => {
      response.writeHead(200, { 'content-length': archive.byteLength });
      response.write(archive.subarray(0, 100), () => response.destroy());
    }, archive);
    const home = makeTempFolder();
    await install(network, registry, { home });
    expect([registry.requests.length, await isInstalled(home, network)]).toEqual([2, true]);
  });
});

test('the texts of the licenses are read, and nothing is installed', async () => {
  const { network, archive } = await packNetwork();
  const { url: registry } = await startRegistry(archive);
  const home = makeTempFolder();
  const transfer = { signal: new AbortController().signal, onProgress: () => undefined };
  const text = await readLicenses(home, network, { registry, routes: NO_PROXY }, transfer);
  expect(text).toContain('package/LICENSE\n\nThe license of the sample.');
  expectNothing(home, network);
});

describe('nothing is installed, and what is installed stays, if', () => {
  it('the content has another checksum', async () => {
    const { network, archive } = await packNetwork();
    const changed = Buffer.from(archive);
    changed[50]! ^= 1;
    const home = makeTempFolder();
    await expect(install(network, await startRegistry(changed), { home })).rejects.toMatchObject({
      code: 'network_not_installed',
      subject: 'Red',
      message: 'It is not the package @sample/red@1.0.0: its checksum differs.',
    });
    expectNothing(home, network);
    const file = path.join(home, 'other.tgz');
    writeFileSync(file, changed);
    await expect(installFile(network, file, home)).rejects.toThrow('its checksum differs');

    await install(network, await startRegistry(archive), { home });
    await expect(install(network, await startRegistry(changed), { home })).rejects.toThrow('its checksum differs');
    expect(readFileSync(modelFileOf(home, network)).equals(segmentRed())).toBe(true);
  });

  it.each<[string, (archive: Buffer) => Answer | Uint8Array, string]>([
    ['is announced longer', (archive) => Buffer.concat([archive, Buffer.of(0)]), 'instead of'],
    [
      'is longer than announced at first',
      (archive) => (_, response) => void response.write(archive, () => response.write('more')),
      'instead of',
    ],
    [
      'ends early',
      (archive) => (_, response) => void response.write(archive.subarray(0, 90), () => response.end()),
      'it has 90 bytes instead of',
    ],
  ])('the download %s', async (_, answer, words) => {
    const { network, archive } = await packNetwork();
    const registry = await startRegistry(answer(archive));
    const home = makeTempFolder();
    await expect(install(network, registry, { home })).rejects.toThrow(words);
    expect(registry.requests).toHaveLength(1);
    expectNothing(home, network);
  });

  it('a file is shorter, is a folder, or does not exist', async () => {
    const { network, archive } = await packNetwork();
    const home = makeTempFolder();
    const file = path.join(home, 'short.tgz');
    writeFileSync(file, archive.subarray(0, 90));
    await expect(installFile(network, file, home)).rejects.toThrow('it has 90 bytes instead of');
    await expect(installFile(network, home, home)).rejects.toMatchObject({ code: 'file_unreadable' });
    await expect(installFile(network, path.join(home, 'none.tgz'), home)).rejects.toMatchObject({
      code: 'file_missing',
      subject: 'none.tgz',
    });
    expectNothing(home, network);
  });

  it('the server stays silent, breaks every connection, or is not there', async () => {
    const { network, archive } = await packNetwork();
    const home = makeTempFolder();
    const silent = await startRegistry((_, response) => {
      response.writeHead(200, { 'content-length': archive.byteLength });
      response.write(archive.subarray(0, 10));
    });
    await expect(install(network, silent, { home, stalledMs: 50 })).rejects.toThrow('The host does not respond.');
    expect(silent.requests).toHaveLength(3);
    const broken = await startRegistry((request) => request.destroy());
    await expect(install(network, broken, { home })).rejects.toThrow('The connection was closed early.');
    await expect(install(network, { url: new URL('http://127.0.0.1:9') }, { home })).rejects.toThrow(
      'does not respond',
    );
    expectNothing(home, network);
  });

  it('the server answers with an error, or redirects to another host', async () => {
    const { network, archive } = await packNetwork();
    const home = makeTempFolder();
    const missing = await startRegistry((_, response) => response.writeHead(404).end());
    await expect(install(network, missing, { home })).rejects.toThrow('The server returned 404.');
    const other = await startRegistry(archive);
    const moved = await startRegistry((_, response) => response.writeHead(302, { location: other.url.href }).end());
    await expect(install(network, moved, { home })).rejects.toThrow('redirects to another address');
    expect([missing.requests.length, other.requests.length]).toEqual([1, 0]);
    expectNothing(home, network);
  });

  it('it is cancelled in the middle', async () => {
    const { network, archive } = await packNetwork();
    const registry = await startRegistry((_, response) => {
      response.writeHead(200, { 'content-length': archive.byteLength });
      response.write(archive.subarray(0, 10));
    });
    const home = makeTempFolder();
    const stop = new AbortController();
    const running = install(network, registry, {
      ...{ home, signal: stop.signal },
      onProgress: () => stop.abort(new Error('cancelled')),
    });
    await expect(running).rejects.toThrow('cancelled');
    expect(registry.requests).toHaveLength(1);
    expectNothing(home, network);
  });
});

describe('an archive is refused', () => {
  /** Installs an archive whose checksum is right, as if the table were wrong. */
  async function expectRefused(packed: Awaited<ReturnType<typeof packNetwork>>, words: string): Promise<void> {
    const home = makeTempFolder();
    const file = path.join(home, 'archive.tgz');
    writeFileSync(file, packed.archive);
    await expect(installFile(packed.network, file, home)).rejects.toThrow(words);
    expectNothing(home, packed.network);
  }
  /** Changes the archive, and the table with it. */
  async function withArchive(archive: Buffer): Promise<Awaited<ReturnType<typeof packNetwork>>> {
    const { network } = await packNetwork();
    const sha512 = createHash('sha512').update(archive).digest('base64');
    return { archive, network: { ...network, package: { ...network.package, bytes: archive.byteLength, sha512 } } };
  }

  it('if its network has another checksum', async () => {
    const { network } = await packNetwork();
    const model = { ...network.model, sha256: '0'.repeat(64) };
    await expectRefused(
      await packNetwork({ network: { model } }),
      'The network in the package is not the expected one',
    );
  });

  it('if an entry is missing or larger than expected', async () => {
    const drop = (usual: readonly Entry[]) => usual.filter(([name]) => !name.endsWith('part-1'));
    await expectRefused(await packNetwork({ entries: drop }), 'does not contain package/dist/part-1.');
    const unlicensed = (usual: readonly Entry[]) => usual.slice(1);
    await expectRefused(await packNetwork({ entries: unlicensed }), 'does not contain package/LICENSE.');
    const swell = (usual: readonly Entry[]) =>
      usual.map(([name, content]): Entry => [name, name.endsWith('part-0') ? Buffer.alloc(5_000) : content]);
    await expectRefused(await packNetwork({ entries: swell }), 'larger than 100 bytes');
    const preach = (usual: readonly Entry[]): Entry[] => [
      ['package/LICENSE', Buffer.alloc(300_000)],
      ...usual.slice(1),
    ];
    await expectRefused(await packNetwork({ entries: preach }), 'larger than 262,144 bytes');
  });

  it('if it unpacks to more than expected', async () => {
    const bomb = gzipSync(Buffer.alloc(16 * 1024 ** 2));
    await expectRefused(await withArchive(bomb), 'bytes when unpacked');
  });

  it('if it has too many entries', async () => {
    const { network } = await packNetwork();
    const many = (usual: readonly Entry[]) => [
      ...Array.from({ length: 1_001 }, (_, index): Entry => [`package/${index}`, '']),
      ...usual,
    ];
    const packed = await packNetwork({ entries: many });
    expect(packed.network.package.bytes).toBeGreaterThan(network.package.bytes);
    await expectRefused(packed, 'cannot be unpacked');
  });

  it.each<[string, (archive: Buffer) => Buffer]>([
    ['is not compressed', () => Buffer.alloc(2_000, 'no archive')],
    ['is cut off', (archive) => archive.subarray(0, archive.length / 2)],
    ['contains no archive', () => gzipSync(Buffer.alloc(2_000, 'no archive'))],
  ])('if it %s', async (_, change) => {
    await expectRefused(await withArchive(change((await packNetwork()).archive)), 'cannot be unpacked');
  });
});

test('files of any size that are not needed are skipped', async () => {
  const sizes = [1, 511, 512, 513, 0, 70_000, 3, 2_000_000, 5];
  const around = (usual: readonly Entry[]) =>
    usual.flatMap((entry, index): Entry[] => [
      [`package/other-${index}`, Buffer.alloc(sizes[index % sizes.length]!)],
      entry,
    ]);
  const { network, archive } = await packNetwork({ entries: around });
  const home = makeTempFolder();
  const file = path.join(home, 'archive.tgz');
  writeFileSync(file, archive);
  await installFile(network, file, home);
  expect(readFileSync(modelFileOf(home, network)).equals(segmentRed())).toBe(true);
});

test('names in an archive decide nothing about files', async () => {
  const escape = (usual: readonly Entry[]): Entry[] => [
    ['../../escaped', 'x'],
    ['/tmp/dropforge-escaped', 'x'],
    ['package/../../../escaped', 'x'],
    ['red.onnx', 'x'],
    ...usual,
  ];
  const { network, archive } = await packNetwork({ entries: escape });
  const outside = makeTempFolder();
  const home = path.join(outside, 'home');
  const file = path.join(outside, 'archive.tgz');
  writeFileSync(file, archive);
  await installFile(network, file, home);
  expect(readFileSync(modelFileOf(home, network)).equals(segmentRed())).toBe(true);
  expect(readdirSync(outside).toSorted()).toEqual(['archive.tgz', 'home']);
  expect(readdirSync(home)).toEqual(['networks']);
  expect(readdirSync(path.join(home, 'networks', 'red')).toSorted()).toEqual(['LICENSE', 'origin.json', 'red.onnx']);
  expect(existsSync('/tmp/dropforge-escaped')).toBe(false);
});
