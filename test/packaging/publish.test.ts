import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { decideUpdate, type FileKind } from '../../src-main/updates/decide-update.ts';
import { parseFeedAddress } from '../../src-main/updates/feed-address.ts';
import { feedFileName } from '../../src-main/updates/feed-file-name.ts';
import { parseFeed } from '../../src-main/updates/parse-feed.ts';
import { parseReleaseFiles } from '../../src-main/updates/release-files.ts';
import { isFeedSigned } from '../../src-main/updates/release-signature.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { findReleaseProblem } from '../release/find-release-problem.ts';
import { joinParts } from '../release/join-parts.ts';
import { createReleaseKeys } from '../updates/release-server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const NOTES = '### Added\n\n- “Quotes”: "a", \'b\' and c: d # e.\n';

/** What the machines of the workflow build: the folder of each with its files, as electron-builder names them. */
const BUILT: Readonly<Record<string, readonly string[]>> = {
  'linux-x64': ['linux-amd64.deb', 'linux-x86_64.rpm', 'linux-x86_64.AppImage'],
  'linux-arm64': ['linux-arm64.deb', 'linux-aarch64.rpm', 'linux-arm64.AppImage'],
  'win-x64': ['windows-x64-setup.exe', 'windows-x64-portable.exe', 'windows-x64-setup.exe.blockmap'],
  'win-arm64': ['windows-arm64-setup.exe', 'windows-arm64-portable.exe'],
  'mac-x64': ['macos-x64.dmg', 'macos-x64.zip', 'macos-x64.zip.blockmap'],
  'mac-arm64': ['macos-arm64.dmg', 'macos-arm64.zip'],
};

/** A release of what the machines built, signed with a new key. */
function publish() {
  const folder = makeTempFolder();
  const [parts, files] = [path.join(folder, 'parts'), path.join(folder, 'files')];
  for (const [system, names] of Object.entries(BUILT)) {
    const part = path.join(parts, `packages-${system}`);
    mkdirSync(part, { recursive: true });
    for (const name of names) writeFileSync(path.join(part, `dropforge-0.2.0-${name}`), `content of ${name}`);
    writeFileSync(path.join(part, 'dropforge.cdx.json'), `{"of":"${system}"}`);
    writeFileSync(path.join(part, 'RELEASE_NOTES.md'), NOTES);
  }
  const { publicKey, privateKey } = createReleaseKeys();
  const releasedAt = new Date('2026-12-01T10:00:00Z');
  const feeds = joinParts({ parts, files, version: '0.2.0', releasedAt, privateKey });
  const read = (name: string): Buffer => readFileSync(path.join(files, name));
  return { files, feeds, publicKey, read };
}

describe('the files of a release', () => {
  test('are the packages of all machines, their bills of materials, signed feeds and checksums', () => {
    const { files, feeds, publicKey, read } = publish();
    const packages = Object.values(BUILT)
      .flat()
      .filter((name) => !name.endsWith('.blockmap'))
      .map((name) => `dropforge-0.2.0-${name}`);
    const bills = Object.keys(BUILT).map((system) => `dropforge-${system}.cdx.json`);
    const signed = ['latest.yml', 'latest-mac.yml', 'latest-linux.yml', 'latest-linux-arm64.yml'];
    const signatures = signed.map((name) => `${name}.sig`);
    const all = [...packages, ...bills, ...signed, ...signatures].toSorted();
    expect(readdirSync(files).toSorted()).toEqual(['SHA256SUMS', ...all]);
    expect(feeds.toSorted()).toEqual(signed.toSorted());
    for (const name of signed)
      expect(isFeedSigned(name, read(name), String(read(`${name}.sig`)), publicKey)).toBe(true);
    const sums = all.map((name) => `${createHash('sha256').update(read(name)).digest('hex')}  ${name}\n`);
    expect(String(read('SHA256SUMS'))).toBe(sums.join(''));
    expect(String(read('dropforge-mac-arm64.cdx.json'))).toBe('{"of":"mac-arm64"}');
  });

  const installations: readonly (readonly [NodeJS.Platform, string, FileKind, string])[] = [
    ['linux', 'x64', 'AppImage', 'linux-x86_64.AppImage'],
    ['linux', 'arm64', 'AppImage', 'linux-arm64.AppImage'],
    ['win32', 'x64', 'exe', 'windows-x64-setup.exe'],
    ['win32', 'arm64', 'exe', 'windows-arm64-setup.exe'],
    ['darwin', 'x64', 'zip', 'macos-x64.zip'],
    ['darwin', 'arm64', 'zip', 'macos-arm64.zip'],
  ];
  test.each(installations)('offer an app for %s, %s, a newer %s', (platform, arch, fileKind, expected) => {
    const text = String(publish().read(feedFileName(platform, arch)));
    const { version, releasedAt, notes } = parseFeed(text);
    expect([version, releasedAt, notes]).toEqual(['0.2.0', Date.UTC(2026, 11, 1, 10), NOTES.trim()]);
    const installation = { version: '0.1.0', id: 'a', fileKind, arch };
    const content = Buffer.from(`content of ${expected}`);
    expect(decideUpdate(version, parseReleaseFiles(text), true, installation)).toEqual({
      kind: 'offered',
      file: {
        name: `dropforge-0.2.0-${expected}`,
        sha512: createHash('sha512').update(content).digest('base64'),
        bytes: content.byteLength,
      },
    });
  });
});

describe('before anything is built', () => {
  const { publicKey: releaseKey, privateKey } = createReleaseKeys();
  const feed = 'https://github.com/me/dropforge/releases/latest/download/';
  const ready = { version: '0.2.0', tag: 'v0.2.0', repository: 'me/dropforge', privateKey, releaseKey, feed };

  test('a release with its version, key and address is ready', () => {
    expect(findReleaseProblem(ready)).toBeNull();
    expect(parseFeedAddress(feed)).toBe(feed);
  });

  test.each([
    ['another tag', { tag: 'v0.3.0' }, 'Set the version to 0.3.0, or tag v0.2.0.'],
    ['no public key', { releaseKey: null }, 'Run “npm run sign-release -- --new-key”'],
    ['no private key', { privateKey: '' }, 'DROPFORGE_RELEASE_KEY is not set.'],
    ['no key at all', { privateKey: 'key' }, 'DROPFORGE_RELEASE_KEY is not a private key in PEM.'],
    ['a foreign key', { privateKey: createReleaseKeys().privateKey }, 'does not belong to the public key'],
    ['no feed', { feed: null }, `Set RELEASE_FEED in src-shared/settings/release-feed.ts to ${feed}.`],
    ['the feed of another repository', { repository: 'you/dropforge' }, 'releases/latest/download/.'],
  ])('one with %s is not', (_, change, sentence) => {
    expect(findReleaseProblem({ ...ready, ...change })).toContain(sentence);
  });

  test('the workflow ends with that sentence', async () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
    const env = { ...process.env, GITHUB_REF_NAME: `v${version}0`, GITHUB_REPOSITORY: 'me/dropforge' };
    const run = promisify(execFile)(process.execPath, [path.join(root, 'test/release/publish.ts')], { env });
    const stderr = `The tag v${version}0 is not the version of package.json. Set the version to ${version}0, or tag v${version}.\n`;
    await expect(run).rejects.toMatchObject({ code: 1, stdout: '', stderr });
  });
});
