import type { FilledMessage } from '../api/messages/message-patterns.ts';
import type { DELIVERY_MESSAGES } from '../messages/delivery-messages.ts';
import type { Dimensions } from './delivery-schemas.ts';
import type { ImportMismatch } from './find-mismatches.ts';
import type { Receipt, ReceiptError } from './receipt.ts';

/** A sentence on a delivery; one that is not in the table does not compile. */
export type DeliveryMessage = FilledMessage<(typeof DELIVERY_MESSAGES)[number]>;

type ContradictionWords = {
  readonly [K in ImportMismatch['kind']]: (found: Extract<ImportMismatch, { kind: K }>) => DeliveryMessage;
};

/** One sentence for what differs, one for what to do; a forgotten kind does not compile. */
const CONTRADICTIONS: ContradictionWords = {
  size: ({ expected, found }) =>
    `It is ${toSize(found)} there instead of ${toSize(expected)}. ${sizeAdvice(expected, found)}`,
  turned: ({ expected, found }) =>
    `It lies on its side: ${toSize(found)} there instead of ${toSize(expected)}. Import it in another format, GLB first.`,
  missing_textures: ({ names }) =>
    `Pictures are missing: ${toList(names)}. Export it as GLB, which holds them inside, and import that.`,
  fewer_textures: ({ expected, found }) =>
    `${found} of ${expected} pictures are on its materials. Export it as GLB, and import that.`,
  missing_clips: ({ names }) => `Animations did not arrive: ${toList(names)}. Import it as GLB or FBX.`,
  no_skeleton: () => 'Its skeleton did not arrive. Import it as GLB or FBX.',
};

/** What to do about a failed import; a forgotten code does not compile. */
const FAILURES = {
  bad_manifest: 'Export the asset again.',
  unsafe_path: 'Nothing was opened. Export the asset again, and find out who changed its folder.',
  missing_file: 'Copy the whole folder again, then import it once more.',
  damaged: 'Copy it again, or export the asset again.',
  no_format: 'Export it in a format that the program reads, such as FBX.',
  import_failed: 'Export it in another format, then import that.',
  crashed: 'Export it in another format or with fewer triangles, then import it once more.',
  newer_schema: 'Install the bridge again with “dropforge targets install”; it was made for a later one.',
  not_found: 'Look whether the asset is still in the export folder.',
} as const satisfies Readonly<Record<ReceiptError, string>>;

/** A contradiction in plain words: what differs, and what to do. */
export function describeMismatch(found: ImportMismatch): DeliveryMessage {
  const words = CONTRADICTIONS[found.kind] as (found: ImportMismatch) => DeliveryMessage;
  return words(found);
}

/** Why an import failed, in the program's words, and what to do; empty for one that did not. */
export function describeFailure({ error }: Pick<Receipt, 'error'>): DeliveryMessage | '' {
  return error ? `${endSentence(error.message)} ${FAILURES[error.code]}` : '';
}

/** A program found no model in an asset of Gaussian splats, which it would have taken for loose points. */
export function describeUnsupportedSplat(): DeliveryMessage {
  return 'It is a Gaussian splat, which this program does not bring in by itself. Drag its PLY into one that reads splats.';
}

/** A program went down in the middle of an import, and its claim is left behind. */
export function describeAbandonedClaim(program: string, attempt: number, most: number): DeliveryMessage {
  const left = most - attempt;
  if (left <= 0) return `${program} ended in the middle of the import. It is not tried again.`;
  const times = left === 1 ? 'time' : 'times';
  return `${program} ended in the middle of the import. Start it again; it tries ${left} more ${times}.`;
}

/** A bridge that is older than the one that ships. */
export function describeOutdatedBridge(target: string, has: string, ships: string): DeliveryMessage {
  return `The bridge of ${target} is version ${has}, and ${ships} is here. Install it again with “dropforge targets install”.`;
}

/** An export folder whose protocol files cannot be read. */
export function describeUnreadable(path: string): DeliveryMessage {
  return `“${path}” in the export folder cannot be read, so it is passed over. Remove it; what it stood for is delivered again.`;
}

/** A later Dropforge, or a later bridge, wrote a file. */
export function describeNewerVersion(path: string): DeliveryMessage {
  return `“${path}” was written by a later version. Update this Dropforge to see it.`;
}

/** Ten and powers of it are units taken for each other. */
function sizeAdvice(expected: Dimensions, found: Dimensions): DeliveryMessage {
  const factor = Math.max(...found) / Math.max(...expected);
  const unit = [1000, 100, 0.01, 0.001, 39.37, 0.0254].find((each) => Math.abs(factor / each - 1) < 0.02);
  return unit === undefined
    ? 'Look at the scale in the settings of the program’s bridge.'
    : `That is ${Number(unit.toPrecision(4))} times as large: the unit was taken for another. Set the scale of the program’s bridge to 1, or import GLB.`;
}

function toSize(size: Dimensions): string {
  return `${size.map((value) => String(Number(value.toPrecision(3)))).join(' × ')} m`;
}

function toList(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `“${name}”`);
  return [...shown, ...(names.length > shown.length ? [`${names.length - shown.length} more`] : [])].join(', ');
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}
