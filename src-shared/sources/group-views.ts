import { VIEW_SLOTS, type ViewSlot } from '../formats/source-kind.ts';

/** An image that by its name shows one side of a thing. */
export interface NamedView {
  /** The same for all views of one thing: where they lie and what their names have in common, in small letters. */
  readonly set: string;
  /** What a person calls the thing. */
  readonly name: string;
  readonly slot: ViewSlot;
}

/** Where a file lies, by the name of its folder, and what it is called. */
export interface FileLocation {
  /** Anything that is the same for files of one folder and differs between folders. */
  readonly folder: string;
  /** What a person calls the folder. */
  readonly folderName: string;
  readonly name: string;
}

/** `chair_front`, `chair-left`, `chair back`, `chair.right`, `front`. */
const NAMED = new RegExp(`^(?:(.*[^\\s_.-])[\\s_.-]+)?(${VIEW_SLOTS.join('|')})$`, 'iu');

/** What an image shows by its name: `chair_front.png` the front of `chair`, `chair/front.png` as well; null: just itself. */
export function parseViewName({ folder, folderName, name }: FileLocation): NamedView | null {
  const [, stem, slot] = NAMED.exec(name.replace(/\.[^.]+$/, '')) ?? [];
  if (slot === undefined) return null;
  const of = stem ?? folderName;
  return {
    set: `${folder}\0${(stem ?? '').normalize('NFC').toLowerCase()}`,
    name: of,
    slot: slot.toLowerCase() as ViewSlot,
  };
}

/** A file by itself, or a thing of which several sides are there. */
export type ViewGroup<T> =
  | { readonly kind: 'single'; readonly file: T }
  | {
      readonly kind: 'views';
      readonly name: string;
      /** In the order of the slots; the front is among them, and at least one more. */
      readonly views: readonly { readonly slot: ViewSlot; readonly file: T }[];
    };

/**
 * Finds the sets among images. Two to four views with a front make a set, which stands where its first image stood;
 * what is left over, a second image of one side included, stays by itself.
 */
export function groupViews<T>(files: readonly T[], placeOf: (file: T) => FileLocation): ViewGroup<T>[] {
  const sets = new Map<string, { readonly name: string; readonly bySlot: Map<ViewSlot, T> }>();
  const setOf = new Map<T, string>();
  for (const file of files) {
    const view = parseViewName(placeOf(file));
    if (!view) continue;
    const set = sets.get(view.set) ?? { name: view.name, bySlot: new Map<ViewSlot, T>() };
    sets.set(view.set, set);
    if (set.bySlot.has(view.slot)) continue;
    set.bySlot.set(view.slot, file);
    setOf.set(file, view.set);
  }
  const told = new Set<string>();
  return files.flatMap((file): ViewGroup<T>[] => {
    const key = setOf.get(file) ?? '';
    const set = sets.get(key);
    if (!set || set.bySlot.size < 2 || !set.bySlot.has('front')) return [{ kind: 'single', file }];
    if (told.has(key)) return [];
    told.add(key);
    const views = VIEW_SLOTS.flatMap((slot) => {
      const shown = set.bySlot.get(slot);
      return shown === undefined ? [] : [{ slot, file: shown }];
    });
    return [{ kind: 'views', name: set.name, views }];
  });
}
