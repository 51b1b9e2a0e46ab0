import { createHash } from 'node:crypto';
import { isNewerVersion } from '../../src-shared/settings/update-settings.ts';
import type { ReleaseFile, ReleaseFiles } from './release-files.ts';

/** What a feed means for this installation. */
export type UpdateDecision =
  /** Not newer than the running version; also an older one, which is never installed. */
  | { readonly kind: 'current' }
  /** Newer, but released in stages, and not for this installation yet. */
  | { readonly kind: 'staged' }
  /** Newer, but not signed, or without a file for this platform: it can only be downloaded by hand. */
  | { readonly kind: 'shown' }
  /** Newer, signed, and this file can be installed. */
  | { readonly kind: 'offered'; readonly file: ReleaseFile };

/** The running installation. */
export interface Installation {
  readonly version: string;
  /** Random and constant; decides when it gets a release in stages. */
  readonly id: string;
  /** Kind of file that it installs; null: none. */
  readonly fileKind: FileKind | null;
  readonly arch: string;
}

/** Kinds of files that can be installed. */
export type FileKind = 'AppImage' | 'exe' | 'zip';

/** Decides about a release. A feed without a valid signature is never installed. */
export function decideUpdate(
  version: string,
  { files, stagingPercentage }: ReleaseFiles,
  isSigned: boolean,
  installation: Installation,
): UpdateDecision {
  if (!isNewerVersion(version, installation.version)) return { kind: 'current' };
  if (stageOf(installation.id, version) >= stagingPercentage) return { kind: 'staged' };
  const file = isSigned ? pickFile(files, installation) : null;
  return file ? { kind: 'offered', file } : { kind: 'shown' };
}

/** Where an installation stands in the order of a release, 0 to 100 (exclusive); each release has another order. */
export function stageOf(id: string, version: string): number {
  const [first = 0] = new Uint32Array(createHash('sha256').update(`${id}\n${version}`).digest().buffer.slice(0, 4));
  return (first / 2 ** 32) * 100;
}

/** The file for a platform: the one that names its architecture, or none of another one. */
function pickFile(files: readonly ReleaseFile[], { fileKind, arch }: Installation): ReleaseFile | null {
  if (fileKind === null) return null;
  const ofKind = files.filter(({ name }) => name.toLowerCase().endsWith(`.${fileKind.toLowerCase()}`));
  const named = ofKind.find(({ name }) => ARCHITECTURES.find((other) => name.includes(other)) === arch);
  // electron-builder leaves x64 out of names.
  const unnamed = ofKind.find(({ name }) => !ARCHITECTURES.some((other) => name.includes(other)));
  return named ?? (arch === 'x64' ? unnamed : undefined) ?? null;
}

const ARCHITECTURES = ['arm64', 'armv7l', 'ia32', 'x64'];
