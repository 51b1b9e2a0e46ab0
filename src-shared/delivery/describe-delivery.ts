import type { Dimensions } from './delivery-schemas.ts';
import type { ImportMismatch } from './find-mismatches.ts';
import type { Receipt, ReceiptError } from './receipt.ts';
import { message, type Message } from '../messages/message.ts';

type MismatchMessages = {
  readonly [K in ImportMismatch['kind']]: (mismatch: Extract<ImportMismatch, { kind: K }>) => Message;
};

/** Messages for differences, with advice; a missing kind is a compile error. */
const MISMATCHES: MismatchMessages = {
  size: ({ expected, found }) =>
    message('delivery.size', {
      found: toSize(found),
      expected: toSize(expected),
      advice: sizeAdvice(expected, found),
    }),
  turned: ({ expected, found }) => message('delivery.turned', { found: toSize(found), expected: toSize(expected) }),
  missing_textures: ({ names }) => message('delivery.images-missing', { names: toList(names) }),
  fewer_textures: ({ expected, found }) => message('delivery.fewer-images', { found, expected }),
  missing_clips: ({ names }) => message('delivery.clips-missing', { names: toList(names) }),
  no_skeleton: () => message('delivery.skeleton-missing'),
};

/** Messages for failed imports; a missing code is a compile error. */
const FAILURES = {
  bad_manifest: 'delivery.failed-bad-manifest',
  unsafe_path: 'delivery.failed-unsafe-path',
  missing_file: 'delivery.failed-missing-file',
  damaged: 'delivery.failed-damaged',
  no_format: 'delivery.failed-no-format',
  import_failed: 'delivery.failed-import-failed',
  crashed: 'delivery.failed-crashed',
  newer_schema: 'delivery.failed-newer-schema',
  not_found: 'delivery.failed-not-found',
} as const satisfies Readonly<Record<ReceiptError, string>>;

/** Describes a mismatch and what to do. */
export function describeMismatch(mismatch: ImportMismatch): Message {
  const describe = MISMATCHES[mismatch.kind] as (mismatch: ImportMismatch) => Message;
  return describe(mismatch);
}

/** Describes why an import failed and what to do; null if it did not fail. */
export function describeFailure({ error }: Pick<Receipt, 'error'>): Message | null {
  return error ? message(FAILURES[error.code], { reason: endSentence(error.message) }) : null;
}

/** Describes that a program found no mesh in an asset of Gaussian splats and would have imported loose points. */
export function describeUnsupportedSplat(): Message {
  return message('delivery.splat-not-supported');
}

/** Describes that a program closed during an import and left its claim. */
export function describeAbandonedClaim(program: string, attempt: number, most: number): Message {
  return message('delivery.claim-abandoned', { program, count: Math.max(0, most - attempt) });
}

/** Describes a bridge that is older than the bundled one. */
export function describeOutdatedBridge(program: string, version: string, current: string): Message {
  return message('delivery.bridge-outdated', { program, version, current });
}

/** Describes an output folder with unreadable protocol files. */
export function describeUnreadable(file: string): Message {
  return message('delivery.unreadable', { file });
}

/** Describes a file written by a newer Dropforge or bridge. */
export function describeNewerVersion(file: string): Message {
  return message('delivery.newer-version', { file });
}

/** A factor between common units, such as metres and centimetres, suggests a wrong unit. */
function sizeAdvice(expected: Dimensions, found: Dimensions): Message {
  const factor = Math.max(...found) / Math.max(...expected);
  const unit = [1000, 100, 0.01, 0.001, 39.37, 0.0254].find((each) => Math.abs(factor / each - 1) < 0.02);
  return unit === undefined
    ? message('delivery.check-scale')
    : message('delivery.wrong-unit', { factor: Number(unit.toPrecision(4)) });
}

function toSize(size: Dimensions): string {
  return `${size.map((value) => String(Number(value.toPrecision(3)))).join(' × ')} m`;
}

function toList(names: readonly string[]): Message[] {
  const shown = names.slice(0, 5).map((text) => message('text.quoted', { text }));
  const more = names.length - shown.length;
  return more > 0 ? [...shown, message('text.number-more', { count: more })] : shown;
}

function endSentence(text: string): string {
  return /[.!?…。！？]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}
