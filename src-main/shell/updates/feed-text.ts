import type { VerifiedUpdate } from '../../updates/update-installer.ts';

/** A feed of electron-builder's format with one file. */
export function toFeedText({ version, sha512, bytes }: VerifiedUpdate, file: string): string {
  return [
    `version: ${JSON.stringify(version)}`,
    'files:',
    `  - url: ${JSON.stringify(file)}`,
    `    sha512: ${JSON.stringify(sha512)}`,
    `    size: ${bytes}`,
    `path: ${JSON.stringify(file)}`,
    `sha512: ${JSON.stringify(sha512)}`,
    '',
  ].join('\n');
}
