import { VIEW_SLOTS, type ViewSlot } from '../formats/source-kind.ts';

/** An image whose name indicates a side of an object. */
export interface NamedView {
  /** Identical for all views of one object: their folder and the common part of their names, in lowercase. */
  readonly set: string;
  /** Display name of the object. */
  readonly name: string;
  readonly slot: ViewSlot;
}

/** The folder and name of a file. */
export interface FileLocation {
  /** Any value that identifies the folder. */
  readonly folder: string;
  /** Display name of the folder. */
  readonly folderName: string;
  readonly name: string;
}

/** `chair_front`, `chair-left`, `chair back`, `chair.right`, `front`. */
const NAMED = new RegExp(`^(?:(.*[^\\s_.-])[\\s_.-]+)?(${VIEW_SLOTS.join('|')})$`, 'iu');

/**
 * Parses the view from a file name: `chair_front.png` is the front of `chair`, and so is `chair/front.png`; null: not a
 * view.
 */
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

/** A single file, or an object with several views. */
export type ViewGroup<T> =
  | { readonly kind: 'single'; readonly file: T }
  | {
      readonly kind: 'views';
      readonly name: string;
      /** In slot order; includes the front and at least one more. */
      readonly views: readonly { readonly slot: ViewSlot; readonly file: T }[];
    };

/**
 * Groups images into sets of views. A set has two to four views including a front, and is placed at the position of its
 * first image; other images, including duplicates of a side, stay single.
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
  const added = new Set<string>();
  return files.flatMap((file): ViewGroup<T>[] => {
    const key = setOf.get(file) ?? '';
    const set = sets.get(key);
    if (!set || set.bySlot.size < 2 || !set.bySlot.has('front')) return [{ kind: 'single', file }];
    if (added.has(key)) return [];
    added.add(key);
    const views = VIEW_SLOTS.flatMap((slot) => {
      const shown = set.bySlot.get(slot);
      return shown === undefined ? [] : [{ slot, file: shown }];
    });
    return [{ kind: 'views', name: set.name, views }];
  });
}
