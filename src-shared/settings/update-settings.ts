import { z } from 'zod';
import { errorInfo } from '../base/errors.ts';

/** Whether and where newer versions are asked for; nothing is ever fetched or installed. */
export const updateSettings = z.object({
  ask: z.boolean().default(true),
  /** The folder electron-builder's generic feed lies in: https, or http on this computer. Null: none is known, nothing is asked. */
  address: z.string().max(2_000).nullable().default(null),
  /** Version a person does not want to hear of again; null: none. */
  notNow: z.string().max(100).nullable().default(null),
});

/** Some of it, as a person changes it; the address is not checked yet. */
export const updateSettingsInput = z
  .object({ ask: z.boolean(), address: z.string().max(2_000).nullable(), notNow: z.string().max(100).nullable() })
  .partial();

/** Whether and where newer versions are asked for. */
export type UpdateSettings = Readonly<z.infer<typeof updateSettings>>;

/** Some of it. */
export type UpdateSettingsInput = Readonly<z.infer<typeof updateSettingsInput>>;

/** A version as the feed describes it. */
const release = z.object({
  version: z.string(),
  /** When it came out, epoch ms; null: the feed does not say. */
  releasedAt: z.number().nullable(),
  /** What is new, as plain text; may be empty. */
  notes: z.string(),
});

/** A version as the feed describes it. */
export type Release = Readonly<z.infer<typeof release>>;

/** What is known of newer versions. */
export const updateState = z.object({
  /** `off`: switched off; `no_address`: nobody to ask; `unasked`: not yet; `current`: nothing newer. */
  status: z.enum(['off', 'no_address', 'unasked', 'current', 'newer', 'failed']),
  /** Whether the feed is being read now. */
  asking: z.boolean(),
  /** The version that runs. */
  version: z.string(),
  /** When the feed was read last, epoch ms. */
  askedAt: z.number().nullable(),
  /** The newest version the feed names, whether newer or not; null: not known. */
  release: release.nullable(),
  /** Where a person gets it: the folder of the feed. */
  page: z.string().nullable(),
  error: errorInfo.nullable(),
});

/** What is known of newer versions. */
export type UpdateState = Readonly<z.infer<typeof updateState>>;

/** Whether a version is newer than another, by Semantic Versioning 2.0.0; false where either is none. */
export function isNewerVersion(version: string, than: string): boolean {
  const [one, other] = [parseVersion(version), parseVersion(than)];
  if (!one || !other) return false;
  for (const at of [0, 1, 2] as const) {
    if (one.numbers[at] !== other.numbers[at]) return one.numbers[at] > other.numbers[at];
  }
  // A version before its release comes before it.
  if (one.before === '' || other.before === '') return one.before === '' && other.before !== '';
  return comparePrereleases(one.before.split('.'), other.before.split('.')) > 0;
}

interface Version {
  readonly numbers: readonly [number, number, number];
  readonly before: string;
}

function parseVersion(text: string): Version | null {
  const [whole, major, minor, patch, before = ''] =
    /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/.exec(text.trim()) ?? [];
  return whole === undefined ? null : { numbers: [Number(major), Number(minor), Number(patch)], before };
}

/** Numbers by their size and before words, words by their letters, fewer parts before more (SemVer, 11.4). */
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
