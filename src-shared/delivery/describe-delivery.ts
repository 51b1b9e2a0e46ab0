import type { Dimensions } from './delivery-schemas.ts';
import type { ImportMismatch } from './find-mismatches.ts';
import type { Receipt, ReceiptError } from './receipt.ts';
import { message, type Message } from '../messages/message.ts';

type MismatchMessages = {
  readonly [K in ImportMismatch['kind']]: (found: Extract<ImportMismatch, { kind: K }>) => Message;
};

/** What differs and what to do; a missing kind does not compile. */
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

/** The message for a failed import; a missing code does not compile. */
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

/** A mismatch in plain words: what differs, and what to do. */
export function describeMismatch(found: ImportMismatch): Message {
  const describe = MISMATCHES[found.kind] as (found: ImportMismatch) => Message;
  return describe(found);
}

/** Why an import failed, in the program's words, and what to do; null for one that did not fail. */
export function describeFailure({ error }: Pick<Receipt, 'error'>): Message | null {
  return error ? message(FAILURES[error.code], { reason: endSentence(error.message) }) : null;
}

/** A program found no mesh in an asset of Gaussian splats, which it would have imported as loose points. */
export function describeUnsupportedSplat(): Message {
  return message('delivery.splat-not-supported');
}

/** A program closed during an import, and its claim is left behind. */
export function describeAbandonedClaim(program: string, attempt: number, most: number): Message {
  return message('delivery.claim-abandoned', { program, count: Math.max(0, most - attempt) });
}

/** A bridge that is older than the one that ships. */
export function describeOutdatedBridge(program: string, version: string, current: string): Message {
  return message('delivery.bridge-outdated', { program, version, current });
}

/** An output folder whose protocol files cannot be read. */
export function describeUnreadable(file: string): Message {
  return message('delivery.unreadable', { file });
}

/** A newer Dropforge, or a newer bridge, wrote a file. */
export function describeNewerVersion(file: string): Message {
  return message('delivery.newer-version', { file });
}

/** Ten and powers of it are units that were mistaken for each other. */
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
