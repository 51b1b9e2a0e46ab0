import type { Output } from '../../../src-shared/ipc/contract.ts';
import { splitJobName } from '../../../src-shared/jobs/job-name.ts';
import { VIEW_SLOTS, type ViewSlot } from '../../../src-shared/formats/source-kind.ts';

/** A source that main took in. */
export type SheetSource = Output<'sources:take'>['sources'][number];

/** An image of one, with the side it shows. */
export type SheetImage = SheetSource['pictures'][number];

/** What would become one job. */
export type SheetItem = Omit<SheetSource, 'id'> & {
  /** The same for as long as it is in the sheet. */
  readonly key: string;
  /** Main's id of the source; null: its images were put together anew, and main is to be told. */
  readonly id: string | null;
};

/** What main took in, as it stands in the sheet at first. */
export function toSheetItem(source: SheetSource): SheetItem {
  return { ...source, key: source.id };
}

/** Whether a job can be made of it: views need the front and one more. */
export function isComplete({ kind, pictures }: Pick<SheetItem, 'kind' | 'pictures'>): boolean {
  return kind !== 'views' || (pictures.length > 1 && pictures.some(({ slot }) => slot === 'front'));
}

/** The item an image stands in. */
function findItem(items: readonly SheetItem[], pictureId: string): SheetItem | undefined {
  return items.find(({ pictures }) => pictures.some(({ id }) => id === pictureId));
}

/** The first side a set has no image of; null: it has all. */
export function findFreeSlot({ pictures }: Pick<SheetItem, 'pictures'>): ViewSlot | null {
  return VIEW_SLOTS.find((slot) => !pictures.some((picture) => picture.slot === slot)) ?? null;
}

/**
 * Puts an image in a place of a set: within the set the two change places, from elsewhere what stood there becomes a job
 * of its own.
 */
export function putInSlot(items: readonly SheetItem[], pictureId: string, key: string, slot: ViewSlot): SheetItem[] {
  const from = findItem(items, pictureId);
  const set = items.find((item) => item.key === key);
  const picture = from?.pictures.find(({ id }) => id === pictureId);
  if (!from || !set || !picture || (from === set && picture.slot === slot)) return [...items];
  const standing = set.pictures.find((other) => other.slot === slot);
  const moved = { ...picture, slot };
  if (from === set) {
    const swapped = standing && picture.slot ? [{ ...standing, slot: picture.slot }] : [];
    const others = set.pictures.filter((other) => other !== picture && other !== standing);
    return replaced(items, set, [{ ...set, pictures: [...others, moved, ...swapped] }]);
  }
  const without = replaced(items, from, withoutPicture(from, pictureId));
  const filled = { ...set, pictures: [...set.pictures.filter((other) => other !== standing), moved] };
  return replaced(without, set, [filled, ...(standing ? [toSingle(standing)] : [])]);
}

/** Makes an image a job of its own, beside the set it was in. */
export function removeFromSet(items: readonly SheetItem[], pictureId: string): SheetItem[] {
  const set = findItem(items, pictureId);
  const picture = set?.pictures.find(({ id }) => id === pictureId);
  if (set?.kind !== 'views' || !picture) return [...items];
  return replaced(items, set, [...withoutPicture(set, pictureId), toSingle(picture)]);
}

/** Makes every image of a set a job of its own. */
export function splitSet(items: readonly SheetItem[], key: string): SheetItem[] {
  const set = items.find((item) => item.key === key);
  return set?.kind === 'views' ? replaced(items, set, set.pictures.map(toSingle)) : [...items];
}

/** Puts an image together with a single one, which becomes the front, or into the first free place of a set. */
export function groupImages(items: readonly SheetItem[], pictureId: string, key: string): SheetItem[] {
  const onto = items.find((item) => item.key === key);
  if (!onto || findItem(items, pictureId) === onto) return [...items];
  const slot = onto.kind === 'views' ? findFreeSlot(onto) : 'left';
  const [front] = onto.pictures;
  if (slot === null || !front) return [...items];
  if (onto.kind === 'views') return putInSlot(items, pictureId, key, slot);
  const name = splitJobName(front.name).base;
  const set = { ...onto, id: null, kind: 'views' as const, name, pictures: [{ ...front, slot: 'front' as const }] };
  return putInSlot(
    items.map((item) => (item === onto ? set : item)),
    pictureId,
    key,
    slot,
  );
}

/** What is left of a set without one of its images; of two the other alone. */
function withoutPicture(item: SheetItem, pictureId: string): SheetItem[] {
  const pictures = item.pictures.filter(({ id }) => id !== pictureId);
  const [only] = pictures;
  if (!only) return [];
  return [pictures.length === 1 ? toSingle(only) : { ...item, pictures }];
}

function toSingle(picture: SheetImage): SheetItem {
  const { id, name, bytes } = picture;
  return { key: id, id: null, kind: 'picture', name, bytes, pictures: [{ ...picture, slot: null }], prompt: null };
}

/** The items with others in the place of one; what changed is told to main anew. */
function replaced(items: readonly SheetItem[], item: SheetItem, by: readonly SheetItem[]): SheetItem[] {
  return items.flatMap((other) => (other.key === item.key ? by.map(toChanged) : [other]));
}

function toChanged(item: SheetItem): SheetItem {
  const pictures =
    item.kind === 'views'
      ? VIEW_SLOTS.flatMap((slot) => item.pictures.filter((each) => each.slot === slot))
      : item.pictures;
  return { ...item, id: null, pictures, bytes: pictures.reduce((sum, { bytes }) => sum + bytes, 0) };
}
