import type { FilledMessage } from '../api/messages/message-patterns.ts';
import type { DELIVERY_MESSAGES } from '../messages/delivery-messages.ts';
import type { Dimensions } from './delivery-schemas.ts';
import type { ImportMismatch } from './find-mismatches.ts';
import type { Receipt, ReceiptError } from './receipt.ts';

/** A message about a delivery; one that is not in the table does not compile. */
export type DeliveryMessage = FilledMessage<(typeof DELIVERY_MESSAGES)[number]>;

type MismatchTexts = {
  readonly [K in ImportMismatch['kind']]: (found: Extract<ImportMismatch, { kind: K }>) => DeliveryMessage;
};

/** Each text says what differs and what to do; a missing kind does not compile. */
const MISMATCH_TEXTS: MismatchTexts = {
  size: ({ expected, found }) =>
    `The imported size is ${toSize(found)} instead of ${toSize(expected)}. ${sizeAdvice(expected, found)}`,
  turned: ({ expected, found }) =>
    `The model is rotated: ${toSize(found)} instead of ${toSize(expected)}. Import it in another format, preferably GLB.`,
  missing_textures: ({ names }) =>
    `Missing textures: ${toList(names)}. Export the asset as GLB, which embeds textures, and import it again.`,
  fewer_textures: ({ expected, found }) =>
    `Only ${found} of ${expected} textures are linked to its materials. Export the asset as GLB and import it again.`,
  missing_clips: ({ names }) => `Missing animations: ${toList(names)}. Import it as GLB or FBX.`,
  no_skeleton: () => 'The skeleton is missing. Import it as GLB or FBX.',
};

/** Advice for a failed import; a missing code does not compile. */
const FAILURE_ADVICE = {
  bad_manifest: 'Export the asset again.',
  unsafe_path: 'No file was opened. Export the asset again and check who changed its folder.',
  missing_file: 'Copy the whole folder again, then retry the import.',
  damaged: 'Copy it again, or export the asset again.',
  no_format: 'Export it in a format that the program supports, such as FBX.',
  import_failed: 'Export it in another format and import that file.',
  crashed: 'Export it in another format or with fewer triangles, then retry the import.',
  newer_schema: 'Update the bridge with “dropforge targets install”.',
  not_found: 'Check that the asset is still in the export folder.',
} as const satisfies Readonly<Record<ReceiptError, string>>;

/** Describes a mismatch: what differs and what to do. */
export function describeMismatch(found: ImportMismatch): DeliveryMessage {
  const format = MISMATCH_TEXTS[found.kind] as (found: ImportMismatch) => DeliveryMessage;
  return format(found);
}

/** The program's error message with advice; empty for a successful import. */
export function describeFailure({ error }: Pick<Receipt, 'error'>): DeliveryMessage | '' {
  return error ? `${endSentence(error.message)} ${FAILURE_ADVICE[error.code]}` : '';
}

/** Describes an asset of Gaussian splats, which the bridges do not import. */
export function describeUnsupportedSplat(): DeliveryMessage {
  return 'Gaussian splats are not imported automatically into this program. Open the PLY file in a program that supports splats.';
}

/** Describes a program that crashed during an import and left its claim behind. */
export function describeAbandonedClaim(program: string, attempt: number, most: number): DeliveryMessage {
  const left = most - attempt;
  if (left <= 0) return `${program} closed during the import. It will not be tried again.`;
  const attempts = left === 1 ? 'attempt' : 'attempts';
  return `${program} closed during the import. Start it again to retry; ${left} ${attempts} left.`;
}

/** Describes a bridge that is older than the shipped one. */
export function describeOutdatedBridge(target: string, installed: string, available: string): DeliveryMessage {
  return `The bridge of ${target} has version ${installed}; version ${available} is available. Update it with “dropforge targets install”.`;
}

/** Describes an unreadable protocol file in the export folder. */
export function describeUnreadable(path: string): DeliveryMessage {
  return `Could not read “${path}” in the export folder. Delete the file; its asset will be delivered again.`;
}

/** Describes a protocol file that a newer Dropforge or bridge wrote. */
export function describeNewerVersion(path: string): DeliveryMessage {
  return `“${path}” was written by a newer version. Update Dropforge to read it.`;
}

/** Recognises the factors of a mistaken unit: mm, cm, m and inches. */
function sizeAdvice(expected: Dimensions, found: Dimensions): DeliveryMessage {
  const factor = Math.max(...found) / Math.max(...expected);
  const unit = [1000, 100, 0.01, 0.001, 39.37, 0.0254].find((each) => Math.abs(factor / each - 1) < 0.02);
  return unit === undefined
    ? 'Check the scale in the import settings of the program.'
    : `It is scaled by ${Number(unit.toPrecision(4))}, probably because of a wrong unit. Set the scale in the import settings to 1, or import GLB.`;
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
