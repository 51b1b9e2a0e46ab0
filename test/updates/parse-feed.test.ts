import { describe, expect, it } from 'vitest';
import { toErrorInfo } from '../../src-shared/base/errors.ts';
import { isNewerVersion } from '../../src-shared/settings/update-settings.ts';
import { parseFeedAddress, toReleasePage } from '../../src-main/updates/feed-address.ts';
import { feedFileName } from '../../src-main/updates/feed-file-name.ts';
import { parseFeed } from '../../src-main/updates/parse-feed.ts';

/** As electron-builder 26 writes it. */
const FEED = `version: 1.2.0
files:
  - url: dropforge-1.2.0.AppImage
    sha512: q83Zx+abc/def==
    size: 104857600
    blockMapSize: 110592
path: dropforge-1.2.0.AppImage
sha512: q83Zx+abc/def==
releaseNotes: |-
  Faster lists.

  - a new viewer
  version: 9.9.9 is a line of the notes
releaseDate: '2026-11-21T10:30:00.000Z'
`;

describe('a feed', () => {
  it('names version, date and notes, whatever else it holds', () => {
    expect(parseFeed(FEED)).toEqual({
      version: '1.2.0',
      releasedAt: Date.UTC(2026, 10, 21, 10, 30),
      notes: 'Faster lists.\n\n- a new viewer\nversion: 9.9.9 is a line of the notes',
    });
  });

  it.each([
    ['plain, with a remark', 'One line. # internal', 'One line.'],
    ['plain, over two lines', 'One\n  line.', 'One line.'],
    ['single quotes', "'It''s # here'", 'It’s # here'.replace('’', "'")],
    ['double quotes', '"a\\nb \\u00e9"', 'a\nb é'],
    ['folded', '>-\n  One\n  line.\n\n  Another.', 'One line.\n\nAnother.'],
    ['kept line by line', '|\n  One\n    deeper', 'One\n  deeper'],
    ['nothing', '~', ''],
    ['a list, which is passed over', '\n  - version: 1.0.0\n    note: x', ''],
    ['a list at the left edge', '\n- version: 1.0.0', ''],
  ])('has notes in %s', (_, written, notes) => {
    expect(parseFeed(`version: 1.0.0\nreleaseNotes: ${written}\nreleaseDate: soon\n`)).toEqual({
      version: '1.0.0',
      releasedAt: null,
      notes,
    });
  });

  it.each([
    ['no version', 'path: a.exe'],
    ['a page', '<!doctype html>'],
    ['nothing', ''],
    ['a word', 'version: newest'],
  ])('that is %s is refused', (_, text) => {
    expect(codeOf(() => parseFeed(text))).toBe('updates_unknown');
  });

  it('is named after the platform', () => {
    expect([feedFileName('win32', 'x64'), feedFileName('darwin', 'arm64')]).toEqual(['latest.yml', 'latest-mac.yml']);
    expect([feedFileName('linux', 'x64'), feedFileName('linux', 'arm64')]).toEqual([
      'latest-linux.yml',
      'latest-linux-arm64.yml',
    ]);
  });
});

describe('its address', () => {
  it('is a folder over https, or on this computer', () => {
    expect(parseFeedAddress(' https://files.example/dropforge/latest-mac.yml ')).toBe(
      'https://files.example/dropforge/',
    );
    expect(parseFeedAddress('http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080/');
    expect(parseFeedAddress('  ')).toBeNull();
    expect(toReleasePage('https://github.com/a/b/releases/latest/download/')).toBe(
      'https://github.com/a/b/releases/latest',
    );
    expect(toReleasePage('https://files.example/latest/')).toBe('https://files.example/latest/');
  });

  it.each([
    'http://files.example/',
    'file:///etc',
    'files.example',
    'https://me:pw@files.example/',
    'https://a.example/?b',
  ])('is not %s', (address) => {
    expect(codeOf(() => parseFeedAddress(address))).toBe('config_invalid');
  });
});

it('versions come one after another as Semantic Versioning says', () => {
  const rising = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0',
    'v1.0.1',
    '1.10.0',
    '2.0.0',
  ];
  for (const [index, version] of rising.entries()) {
    expect(rising.filter((other) => isNewerVersion(version, other))).toEqual(rising.slice(0, index));
  }
  expect(isNewerVersion('1.0.0+build2', '1.0.0+build1')).toBe(false);
  expect(isNewerVersion('soon', '0.1.0')).toBe(false);
});

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return toErrorInfo(error).code;
  }
  return 'nothing was thrown';
}

it('notes may have any number of lines', () => {
  const feed = `version: 1.2.3\nreleaseNotes: |\n${'  a\n'.repeat(200_000)}`;
  expect(parseFeed(feed).notes).toMatch(/^a\na\n/);
});
