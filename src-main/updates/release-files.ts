/** A file of a release, as electron-builder lists it in a feed. */
export interface ReleaseFile {
  /** File name in the folder of the feed, without a path. */
  readonly name: string;
  /** SHA-512 as base64. */
  readonly sha512: string;
  readonly bytes: number;
}

/** What a feed says about its files. */
export interface ReleaseFiles {
  readonly files: readonly ReleaseFile[];
  /** Share of the installations that get the release, 0 to 100. */
  readonly stagingPercentage: number;
}

/** The largest file that is downloaded: about five times that of this version. */
const MAX_RELEASE_BYTES = 1024 ** 3;

const MAX_FILES = 50;
const NAME = /^[A-Za-z0-9][\w.+-]{0,199}$/;
const SHA512 = /^[A-Za-z0-9+/]{86}==$/;
const ITEM = /^\s*- url: (.*)$/;
const FIELD = /^\s+(sha512|size): (.*)$/;

/** Reads the list `files` and `stagingPercentage` of a feed; incomplete and unsafe entries are left out. */
export function parseReleaseFiles(text: string): ReleaseFiles {
  const found: { url: string; sha512?: string; size?: string }[] = [];
  let isInFiles = false;
  let staging = '100';
  for (const line of text.split(/\r?\n/)) {
    const [, key, value = ''] = /^(\w{1,40}):(.*)$/.exec(line) ?? [];
    if (key !== undefined) isInFiles = key === 'files';
    if (key === 'stagingPercentage') staging = unquote(value.trim());
    if (!isInFiles) continue;
    const item = ITEM.exec(line);
    if (item) found.push({ url: unquote(item[1] ?? '') });
    const [, field, content = ''] = FIELD.exec(line) ?? [];
    const last = found.at(-1);
    if (last && (field === 'sha512' || field === 'size')) last[field] ??= unquote(content);
    if (found.length > MAX_FILES) break;
  }
  const files = found.flatMap(({ url, sha512 = '', size = '' }) => {
    const bytes = Number(size);
    const isSound = NAME.test(url) && SHA512.test(sha512) && Number.isSafeInteger(bytes) && bytes > 0;
    return isSound && bytes <= MAX_RELEASE_BYTES ? [{ name: url, sha512, bytes }] : [];
  });
  const percentage = Number(staging);
  // A share that cannot be read reaches nobody.
  return { files, stagingPercentage: percentage >= 0 && percentage <= 100 ? percentage : 0 };
}

const unquote = (text: string): string => text.trim().replace(/^(['"])(.*)\1$/, '$2');
