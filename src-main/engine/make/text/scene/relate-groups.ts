import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { SceneObject } from './scene.ts';
import { boxSize } from './boxes.ts';
import type { Link } from '../prompt/parsed-prompt.ts';
import type { RelationName } from '../../../base/language/word-lists.ts';

/** Where the things of a group are with regard to the things of another. */
export type Seat = 'on' | 'in' | 'under' | 'over' | 'hand' | 'head';

/** Where a group is: on, in … another, or beside, before … another on the same ground. */
export interface Relation {
  readonly seat?: { readonly seat: Seat; readonly parent: number };
  readonly side?: { readonly direction: Exclude<RelationName, Seat | 'with'>; readonly of: number };
}

/** Things lighter than this a hand can hold, metres along the longest side. */
const LONGEST_HELD = 2.2;
/** What is lower can be laid with other things, metres. */
const HIGHEST_TABLE = 1.7;

/**
 * Turns what was said into one place for each group; what would put a thing on itself, by whatever way, is left out and
 * told. `samples` holds one made thing of each group.
 */
export function relateGroups(
  links: readonly Link[],
  samples: readonly SceneObject[],
  note: (sentence: Note) => void,
): Relation[] {
  const relations: Relation[] = samples.map(() => ({}));
  const parentOf = (group: number): number => relations[group]!.seat?.parent ?? -1;
  const hasAbove = (group: number, wanted: number): boolean => {
    for (let at = group; at >= 0; at = parentOf(at)) if (at === wanted) return true;
    return false;
  };
  const seatGroup = (group: number, seat: Seat, parent: number) => {
    if (parentOf(group) >= 0 || hasAbove(parent, group)) {
      note(engineMessage('prompt.two-places', { name: words(samples[group]!) }));
    } else {
      relations[group] = { seat: { seat, parent } };
    }
  };
  const stand = (group: number, direction: Exclude<RelationName, Seat | 'with'>, of: number) => {
    // Small things beside what lies on something lie there too.
    const table = [of, ...samples.keys()]
      .map((k) => (k === of ? parentOf(of) : parentOf(k) === of ? of : -1))
      .find((k) => k >= 0);
    if (table !== undefined && table !== group && direction !== 'around' && isNearerToPassenger(group, table))
      seatGroup(group, 'on', table);
    else if (!relations[group]!.seat && !relations[group]!.side) relations[group] = { side: { direction, of } };
    else if (!relations[of]!.seat && !relations[of]!.side)
      relations[of] = { side: { direction: OPPOSITE[direction], of: group } };
  };
  const isNearerToPassenger = (group: number, table: number): boolean => {
    const own = bulk(samples[group]!);
    const passengers = samples.filter(
      (_, k) => k !== group && parentOf(k) === table && relations[k]!.seat?.seat === 'on',
    );
    const far = Math.abs(Math.log(own / bulk(samples[table]!)));
    return (
      fitsOn(samples[group]!, samples[table]!) &&
      passengers.some((passenger) => Math.abs(Math.log(own / bulk(passenger))) < far)
    );
  };

  for (const { relation, from, to } of links) {
    if (relation === 'with') {
      const seat = seatOfCompanion(samples[from]!, samples[to]!);
      if (seat) seatGroup(to, seat, from);
      else stand(to, 'beside', from);
    } else if (relation === 'on' || relation === 'in' || relation === 'under' || relation === 'over') {
      seatGroup(from, relation, to);
    } else {
      // Of two, the one told later moves.
      const [moved, direction, fixed] =
        from > to ? ([from, relation, to] as const) : ([to, OPPOSITE[relation], from] as const);
      if (relation === 'around') stand(from, 'around', to);
      else stand(moved, direction, fixed);
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

/** Where a thing goes that another is “with”; null: beside it. */
function seatOfCompanion(owner: SceneObject, thing: SceneObject): Seat | null {
  if (owner.spots.has('head') && ['hat', 'crown'].includes(thing.name)) return 'head';
  if (owner.spots.has('hand') && Math.max(...boxSize(thing.box)) < LONGEST_HELD && bulk(thing) < bulk(owner))
    return 'hand';
  if (owner.spots.has('inside') && bulk(thing) < 3 * bulk(owner)) return 'in';
  const isFurniture = owner.spots.has('top') && !owner.spots.has('head') && boxSize(owner.box)[1] < HIGHEST_TABLE;
  if (isFurniture && fitsOn(thing, owner)) return 'on';
  return null;
}

function fitsOn(thing: SceneObject, table: SceneObject): boolean {
  const [[w, h, d], [tw, th, td]] = [boxSize(thing.box), boxSize(table.box)];
  return Math.max(w, d) < 0.85 * Math.max(tw, td) && h < 1.1 * th;
}

/** Diagonal, metres. */
function bulk({ box }: SceneObject): number {
  return Math.hypot(...boxSize(box));
}

function words({ name }: SceneObject): string {
  return name.replaceAll('_', ' ');
}
