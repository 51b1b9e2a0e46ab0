import { z } from 'zod';
import { errorInfoSchema } from '../base/error-info-schema.ts';
import { RELEASE_FEED } from './release-feed.ts';

/** Settings of update checks and downloads. */
export const updateSettings = z.object({
  ask: z.boolean().default(true),
  /** Folder of electron-builder's generic feed: https, or http on this computer. Null: unknown, no checks. */
  address: z.string().max(2_000).nullable().default(RELEASE_FEED),
  /** Version the user dismissed; null: none. */
  notNow: z.string().max(100).nullable().default(null),
  /** True if newer versions are downloaded without being asked for. */
  download: z.boolean().default(false),
});

/** Changed settings; the address is not validated yet. */
export const updateSettingsInput = z
  .object({
    ask: z.boolean(),
    address: z.string().max(2_000).nullable(),
    notNow: z.string().max(100).nullable(),
    download: z.boolean(),
  })
  .partial();

/** Settings of update checks. */
export type UpdateSettings = Readonly<z.infer<typeof updateSettings>>;

/** Changed settings of update checks. */
export type UpdateSettingsInput = Readonly<z.infer<typeof updateSettingsInput>>;

/** A version as described by the feed. */
const release = z.object({
  version: z.string(),
  /** Release date, epoch ms; null: not in the feed. */
  releasedAt: z.number().nullable(),
  /** Release notes as plain text; may be empty. */
  notes: z.string(),
});

/** A version as described by the feed. */
export type Release = Readonly<z.infer<typeof release>>;

/** Download of a newer version. */
const updateDownload = z.object({
  /** `none`: nothing can be installed here; `ready`: verified, installed when the app quits. */
  status: z.enum(['none', 'offered', 'downloading', 'ready', 'failed']),
  bytes: z.number(),
  totalBytes: z.number(),
  error: errorInfoSchema.nullable(),
});

/** Download of a newer version. */
export type UpdateDownload = Readonly<z.infer<typeof updateDownload>>;

/** Update status. */
export const updateState = z.object({
  /** `off`: disabled; `no_address`: no feed configured; `unasked`: not checked yet; `current`: up to date; `staged`: newer, but not for this installation yet. */
  status: z.enum(['off', 'no_address', 'unasked', 'current', 'staged', 'newer', 'failed']),
  /** True while the feed is being read. */
  asking: z.boolean(),
  /** The running version. */
  version: z.string(),
  /** Time of the last check, epoch ms. */
  askedAt: z.number().nullable(),
  /** The latest version in the feed, whether newer or not; null: unknown. */
  release: release.nullable(),
  /** Download page: the folder of the feed. */
  page: z.string().nullable(),
  download: updateDownload,
  error: errorInfoSchema.nullable(),
});

/** Update status. */
export type UpdateState = Readonly<z.infer<typeof updateState>>;

/** True if a version is newer than another by Semantic Versioning 2.0.0; false if either is invalid. */
export function isNewerVersion(version: string, than: string): boolean {
  const [one, other] = [parseVersion(version), parseVersion(than)];
  if (!one || !other) return false;
  for (const at of [0, 1, 2] as const) {
    if (one.numbers[at] !== other.numbers[at]) return one.numbers[at] > other.numbers[at];
  }
  // A prerelease precedes its release.
  if (one.before === '' || other.before === '') return one.before === '' && other.before !== '';
  return comparePrereleases(one.before.split('.'), other.before.split('.')) > 0;
}

interface Version {
  readonly numbers: readonly [number, number, number];
  readonly before: string;
}

/** Larger numbers are not exact. */
const MAX_DIGITS = 9;

function parseVersion(text: string): Version | null {
  const [, major = '', minor = '', patch = '', before = ''] =
    /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/.exec(text.trim()) ?? [];
  const isValid = major !== '' && Math.max(major.length, minor.length, patch.length) <= MAX_DIGITS;
  return isValid ? { numbers: [Number(major), Number(minor), Number(patch)], before } : null;
}

/**
 * Compares prerelease identifiers: numbers numerically and before text, text alphabetically, fewer before more (SemVer,
 * 11.4).
 */
function comparePrereleases(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [a, b] = [one[at], other[at]];
    if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
    if (a === b) continue;
    const [isA, isB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
    if (isA && isB) return Number(a) - Number(b);
    return isA === isB ? (a < b ? -1 : 1) : isA ? -1 : 1;
  }
  return 0;
}
