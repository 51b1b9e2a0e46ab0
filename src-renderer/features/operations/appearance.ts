import { toReferenceNames } from '../../../src-shared/operations/image-reference.ts';
import { VIEW_SLOTS, type ViewSlot } from '../../../src-shared/formats/source-kind.ts';

/** What a texture can follow. */
export const APPEARANCE_KINDS = ['words', 'picture', 'four'] as const;

/** What a texture follows: words, an image, or four images in the order of `VIEW_SLOTS`. */
export type AppearanceKind = (typeof APPEARANCE_KINDS)[number];

const NAMES = { words: 'text', picture: 'image', four: 'images' } as const satisfies Record<AppearanceKind, string>;

/** An image that was taken in, and the side its name says it shows. */
export interface AppearanceImage {
  readonly value: string;
  readonly slot: ViewSlot | null;
}

/** What kind of look a value is; null: none is set, or it is nothing of the kind. */
export function appearanceKindOf(value: unknown): AppearanceKind | null {
  const look = toObject(value);
  return APPEARANCE_KINDS.find((kind) => look[NAMES[kind]] !== undefined) ?? null;
}

/** The words of a look; none where it is something else. */
export function appearanceText(value: unknown): unknown {
  return toObject(value)[NAMES.words];
}

/** The images of a look by their places: one, or four; an empty text where there is none. */
export function appearanceImages(value: unknown, kind: 'picture' | 'four'): readonly unknown[] {
  const look = toObject(value);
  if (kind === 'picture') return [look[NAMES.picture] ?? ''];
  const given: unknown = look[NAMES.four];
  return VIEW_SLOTS.map((_, at) => (Array.isArray(given) ? ((given[at] as unknown) ?? '') : ''));
}

/** A look of words; without any none is set. */
export function toTextAppearance(words: unknown): unknown {
  return words === undefined || words === '' ? undefined : { [NAMES.words]: words };
}

/** A look of one image or four; without any none is set. */
export function toImageAppearance(pictures: readonly unknown[], kind: 'picture' | 'four'): unknown {
  if (pictures.every((picture) => picture === '' || picture === undefined)) return undefined;
  if (kind === 'picture') return { [NAMES.picture]: pictures[0] };
  return { [NAMES.four]: pictures.map((picture) => picture ?? '') };
}

/**
 * Four places with images that were given at one of them. One goes there; of several, whose name says a side goes to that
 * side, the first other one to the place itself, the rest to what is free.
 */
export function distributeImages(
  places: readonly unknown[],
  at: number,
  taken: readonly AppearanceImage[],
): readonly unknown[] {
  const next = [...places];
  const isSided = ({ slot }: AppearanceImage): boolean => slot !== null && taken.length > 1;
  const sided = taken.filter(isSided);
  for (const { value, slot } of sided) next[VIEW_SLOTS.indexOf(slot as ViewSlot)] = value;
  const [first, ...rest] = taken.filter((picture) => !isSided(picture));
  if (first) next[at] = first.value;
  for (const { value } of rest) {
    const free = next.findIndex((place) => place === '' || place === undefined);
    if (free >= 0) next[free] = value;
  }
  return next;
}

/** A look in few words; null: it is none. */
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
