import type { Output } from '../../../src-shared/ipc/contract.ts';
import { splitJobName } from '../../../src-shared/jobs/job-name.ts';
import { VIEW_SLOTS, type ViewSlot } from '../../../src-shared/formats/source-kind.ts';

/** Source accepted by the main process. */
export type SheetSource = Output<'sources:take'>['sources'][number];

/** Image of a source, with its view. */
export type SheetImage = SheetSource['pictures'][number];

/** Item of the sheet, which becomes one job. */
export type SheetItem = Omit<SheetSource, 'id'> & {
  /** Stable while the sheet is open; an item that regrouping creates has a new one. */
  readonly key: string;
  /** Source id in the main process; null after regrouping, until the main process has registered the new set. */
  readonly id: string | null;
};

let lastKey = 0;

/** Returns a key that no other item has: an image's id would belong to its set and, once it is removed, to itself. */
function createKey(): string {
  return `regrouped-${++lastKey}`;
}

/** Converts an accepted source to a sheet item. */
export function toSheetItem(source: SheetSource): SheetItem {
  return { ...source, key: source.id };
}

/** True if the item can become a job. Multi-view sets need the front and at least one other view. */
export function isComplete({ kind, pictures }: Pick<SheetItem, 'kind' | 'pictures'>): boolean {
  return kind !== 'views' || (pictures.length > 1 && pictures.some(({ slot }) => slot === 'front'));
}

/** Finds the item that contains an image. */
function findItem(items: readonly SheetItem[], pictureId: string): SheetItem | undefined {
  return items.find(({ pictures }) => pictures.some(({ id }) => id === pictureId));
}

/** Returns the first view without an image, or null if the set is full. */
export function findFreeSlot({ pictures }: Pick<SheetItem, 'pictures'>): ViewSlot | null {
  return VIEW_SLOTS.find((slot) => !pictures.some((picture) => picture.slot === slot)) ?? null;
}

/**
 * Moves an image to a slot. Within a set, the two images swap; otherwise the replaced image becomes a separate item.
 */
export function putInSlot(items: readonly SheetItem[], pictureId: string, key: string, slot: ViewSlot): SheetItem[] {
  const from = findItem(items, pictureId);
  const set = items.find((item) => item.key === key);
  const picture = from?.pictures.find(({ id }) => id === pictureId);
  if (!from || !set || !picture || (from === set && picture.slot === slot)) return [...items];
  const occupant = set.pictures.find((other) => other.slot === slot);
  const moved = { ...picture, slot };
  if (from === set) {
    const swapped = occupant && picture.slot ? [{ ...occupant, slot: picture.slot }] : [];
    const others = set.pictures.filter((other) => other !== picture && other !== occupant);
    return replaceItem(items, set, [{ ...set, pictures: [...others, moved, ...swapped] }]);
  }
  const without = replaceItem(items, from, withoutImage(from, pictureId));
  const filled = { ...set, pictures: [...set.pictures.filter((other) => other !== occupant), moved] };
  return replaceItem(without, set, [filled, ...(occupant ? [toSingle(occupant)] : [])]);
}

/** Removes an image from its set and adds it as a separate item after the set. */
export function removeFromSet(items: readonly SheetItem[], pictureId: string): SheetItem[] {
  const set = findItem(items, pictureId);
  const picture = set?.pictures.find(({ id }) => id === pictureId);
  if (set?.kind !== 'views' || !picture) return [...items];
  return replaceItem(items, set, [...withoutImage(set, pictureId), toSingle(picture)]);
}

/** Splits a set into one item per image. */
export function splitSet(items: readonly SheetItem[], key: string): SheetItem[] {
  const set = items.find((item) => item.key === key);
  return set?.kind === 'views' ? replaceItem(items, set, set.pictures.map(toSingle)) : [...items];
}

/** Groups an image with a single image, which becomes the front, or adds it to the first free slot of a set. */
export function groupImages(items: readonly SheetItem[], pictureId: string, key: string): SheetItem[] {
  const onto = items.find((item) => item.key === key);
  if (!onto || findItem(items, pictureId) === onto) return [...items];
  const slot = onto.kind === 'views' ? findFreeSlot(onto) : 'left';
  const [front] = onto.pictures;
  if (slot === null || !front) return [...items];
  if (onto.kind === 'views') return putInSlot(items, pictureId, key, slot);
  const name = splitJobName(front.name).base;
  const pictures = [{ ...front, slot: 'front' as const }];
  const set = { ...onto, key: createKey(), id: null, kind: 'views' as const, name, pictures };
  return putInSlot(
    items.map((item) => (item === onto ? set : item)),
    pictureId,
    set.key,
    slot,
  );
}

/** Returns a set without one of its images; a single remaining image becomes a plain item. */
function withoutImage(item: SheetItem, pictureId: string): SheetItem[] {
  const pictures = item.pictures.filter(({ id }) => id !== pictureId);
  const [only] = pictures;
  if (!only) return [];
  return [pictures.length === 1 ? toSingle(only) : { ...item, pictures }];
}

function toSingle(picture: SheetImage): SheetItem {
  const { name, bytes } = picture;
  const pictures = [{ ...picture, slot: null }];
  return { key: createKey(), id: null, kind: 'picture', name, bytes, pictures, prompt: null };
}

/** Replaces an item with others, which have to be registered with the main process again. */
function replaceItem(items: readonly SheetItem[], item: SheetItem, by: readonly SheetItem[]): SheetItem[] {
  return items.flatMap((other) => (other.key === item.key ? by.map(toChanged) : [other]));
}

function toChanged(item: SheetItem): SheetItem {
  const pictures =
    item.kind === 'views'
      ? VIEW_SLOTS.flatMap((slot) => item.pictures.filter((each) => each.slot === slot))
      : item.pictures;
  return { ...item, id: null, pictures, bytes: pictures.reduce((sum, { bytes }) => sum + bytes, 0) };
}
