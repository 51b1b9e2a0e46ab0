import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { SceneObject } from './scene.ts';
import { boxSize } from './boxes.ts';
import type { Link } from '../prompt/parsed-prompt.ts';
import type { RelationName } from '../../../base/language/word-lists.ts';

/** How the objects of a group are attached to an object of another group. */
export type AttachmentKind = 'on' | 'in' | 'under' | 'over' | 'hand' | 'head';

/**
 * Placement of a group: attached to the group `parent` (on it, in it …), or beside the group `of` on the same ground.
 */
export interface Relation {
  readonly attachment?: { readonly kind: AttachmentKind; readonly parent: number };
  readonly side?: { readonly direction: Exclude<RelationName, AttachmentKind | 'with'>; readonly of: number };
}

/** Maximum length of the longest side of an object that a figure holds in its hand, metres. */
const MAX_HELD_LENGTH = 2.2;
/** Maximum height of furniture on which an object “with” it is placed, metres. */
const MAX_TABLE_HEIGHT = 1.7;

/**
 * Converts the links of a prompt to one placement per group. A link that would attach a group to a second parent, or
 * directly or indirectly to itself, is dropped with a note. `samples` holds one built object of each group.
 */
export function relateGroups(
  links: readonly Link[],
  samples: readonly SceneObject[],
  addNote: (note: Note) => void,
): Relation[] {
  const relations: Relation[] = samples.map(() => ({}));
  const parentOf = (group: number): number => relations[group]!.attachment?.parent ?? -1;
  const hasAncestor = (group: number, wanted: number): boolean => {
    for (let at = group; at >= 0; at = parentOf(at)) if (at === wanted) return true;
    return false;
  };
  const attach = (group: number, kind: AttachmentKind, parent: number) => {
    if (parentOf(group) >= 0 || hasAncestor(parent, group)) {
      addNote(engineMessage('prompt.two-places', { name: displayName(samples[group]!) }));
    } else {
      relations[group] = { attachment: { kind, parent } };
    }
  };
  const placeBeside = (group: number, direction: Exclude<RelationName, AttachmentKind | 'with'>, of: number) => {
    // Beside a table that carries objects, or beside an object on it, a group of similar size goes on the table too.
    const table = [of, ...samples.keys()]
      .map((k) => (k === of ? parentOf(of) : parentOf(k) === of ? of : -1))
      .find((k) => k >= 0);
    if (table !== undefined && table !== group && direction !== 'around' && isSizedLikeAttached(group, table))
      attach(group, 'on', table);
    else if (!relations[group]!.attachment && !relations[group]!.side) relations[group] = { side: { direction, of } };
    else if (!relations[of]!.attachment && !relations[of]!.side)
      relations[of] = { side: { direction: OPPOSITE[direction], of: group } };
  };
  const isSizedLikeAttached = (group: number, table: number): boolean => {
    const own = diagonal(samples[group]!);
    const attached = samples.filter(
      (_, k) => k !== group && parentOf(k) === table && relations[k]!.attachment?.kind === 'on',
    );
    const tableRatio = Math.abs(Math.log(own / diagonal(samples[table]!)));
    return (
      fitsOn(samples[group]!, samples[table]!) &&
      attached.some((object) => Math.abs(Math.log(own / diagonal(object))) < tableRatio)
    );
  };

  for (const { relation, from, to } of links) {
    if (relation === 'with') {
      const kind = attachmentOfCompanion(samples[from]!, samples[to]!);
      if (kind) attach(to, kind, from);
      else placeBeside(to, 'beside', from);
    } else if (relation === 'on' || relation === 'in' || relation === 'under' || relation === 'over') {
      attach(from, relation, to);
    } else {
      // The group that was named later moves.
      const [moved, direction, fixed] =
        from > to ? ([from, relation, to] as const) : ([to, OPPOSITE[relation], from] as const);
      if (relation === 'around') placeBeside(from, 'around', to);
      else placeBeside(moved, direction, fixed);
    }
  }
  return relations;
}

const OPPOSITE = {
  beside: 'beside',
  left: 'right',
  right: 'left',
  front: 'behind',
  behind: 'front',
  around: 'around',
} as const;

/** Returns how an object is attached to its owner in “owner with object”; null: beside it. */
function attachmentOfCompanion(owner: SceneObject, object: SceneObject): AttachmentKind | null {
  if (owner.anchors.has('head') && ['hat', 'crown'].includes(object.name)) return 'head';
  if (
    owner.anchors.has('hand') &&
    Math.max(...boxSize(object.box)) < MAX_HELD_LENGTH &&
    diagonal(object) < diagonal(owner)
  )
    return 'hand';
  if (owner.anchors.has('inside') && diagonal(object) < 3 * diagonal(owner)) return 'in';
  const isFurniture =
    owner.anchors.has('top') && !owner.anchors.has('head') && boxSize(owner.box)[1] < MAX_TABLE_HEIGHT;
  if (isFurniture && fitsOn(object, owner)) return 'on';
  return null;
}

function fitsOn(object: SceneObject, table: SceneObject): boolean {
  const [[w, h, d], [tw, th, td]] = [boxSize(object.box), boxSize(table.box)];
  return Math.max(w, d) < 0.85 * Math.max(tw, td) && h < 1.1 * th;
}

/** Returns the diagonal of the bounding box, metres. */
function diagonal({ box }: SceneObject): number {
  return Math.hypot(...boxSize(box));
}

function displayName({ name }: SceneObject): string {
  return name.replaceAll('_', ' ');
}
