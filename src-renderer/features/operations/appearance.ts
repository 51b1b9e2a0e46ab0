import { toReferenceNames } from '../../../src-shared/operations/image-reference.ts';
import { VIEW_SLOTS, type ViewSlot } from '../../../src-shared/formats/source-kind.ts';

/** Kinds of appearance that a texture can follow. */
export const APPEARANCE_KINDS = ['words', 'picture', 'four'] as const;

/** Kind of appearance: text, an image, or four images in the order of `VIEW_SLOTS`. */
export type AppearanceKind = (typeof APPEARANCE_KINDS)[number];

const NAMES = { words: 'text', picture: 'image', four: 'images' } as const satisfies Record<AppearanceKind, string>;

/** Added image, with the view parsed from its name. */
export interface AppearanceImage {
  readonly value: string;
  readonly slot: ViewSlot | null;
}

/** Returns the kind of an appearance; null if none is set or the value is something else. */
export function appearanceKindOf(value: unknown): AppearanceKind | null {
  const appearance = toObject(value);
  return APPEARANCE_KINDS.find((kind) => appearance[NAMES[kind]] !== undefined) ?? null;
}

/** Returns the text of a text appearance; undefined for other kinds. */
export function appearanceText(value: unknown): unknown {
  return toObject(value)[NAMES.words];
}

/** Returns the images of an appearance by slot: one or four, with an empty string for an empty slot. */
export function appearanceImages(value: unknown, kind: 'picture' | 'four'): readonly unknown[] {
  const appearance = toObject(value);
  if (kind === 'picture') return [appearance[NAMES.picture] ?? ''];
  const given: unknown = appearance[NAMES.four];
  return VIEW_SLOTS.map((_, at) => (Array.isArray(given) ? ((given[at] as unknown) ?? '') : ''));
}

/** Builds a text appearance; undefined if the text is empty. */
export function toTextAppearance(words: unknown): unknown {
  return words === undefined || words === '' ? undefined : { [NAMES.words]: words };
}

/** Builds an image appearance; undefined if all slots are empty. */
export function toImageAppearance(pictures: readonly unknown[], kind: 'picture' | 'four'): unknown {
  if (pictures.every((picture) => picture === '' || picture === undefined)) return undefined;
  if (kind === 'picture') return { [NAMES.picture]: pictures[0] };
  return { [NAMES.four]: pictures.map((picture) => picture ?? '') };
}

/**
 * Distributes images added at one of four slots. A single image goes to that slot. Of several images, those with a view
 * in their name go to its slot, the first other one to the slot itself and the rest to free slots.
 */
export function distributeImages(
  places: readonly unknown[],
  at: number,
  added: readonly AppearanceImage[],
): readonly unknown[] {
  const next = [...places];
  const isSided = ({ slot }: AppearanceImage): boolean => slot !== null && added.length > 1;
  const sided = added.filter(isSided);
  for (const { value, slot } of sided) next[VIEW_SLOTS.indexOf(slot as ViewSlot)] = value;
  const [first, ...rest] = added.filter((picture) => !isSided(picture));
  if (first) next[at] = first.value;
  for (const { value } of rest) {
    const free = next.findIndex((place) => place === '' || place === undefined);
    if (free >= 0) next[free] = value;
  }
  return next;
}

/** Formats an appearance briefly; null if the value is something else. */
export function appearanceLabel(value: unknown): string | null {
  const kind = appearanceKindOf(value);
  if (kind === null || Object.keys(toObject(value)).length > 1) return null;
  const parts = kind === 'words' ? [appearanceText(value)] : appearanceImages(value, kind);
  const words = parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)));
  return toReferenceNames(words.filter((word) => word !== '').join(', '));
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
