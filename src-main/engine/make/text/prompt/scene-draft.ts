import type { RelationName } from '../../../base/language/word-lists.ts';
import type { Noun } from '../../../catalogue/builder/noun.ts';
import { FIGURES } from '../../../catalogue/catalogue.ts';
import { joinModifiers, NO_MODIFIERS, type Group, type Link, type Modifiers } from './parsed-prompt.ts';

/** Figures. No other object is placed on what they hold or wear. */
const CARRIERS: ReadonlySet<Noun> = new Set(FIGURES);
/** Relations that apply to each of several objects joined by “and”, if it fits. */
const SHARED_RELATIONS: ReadonlySet<RelationName> = new Set<RelationName>(['on', 'in', 'under']);

/** Groups and links that were read so far, and the relation of the next object. */
export class SceneDraft {
  readonly groups: Group[] = [];
  readonly links: Link[] = [];
  /** Index of the last named group; −1: none. */
  #last = -1;
  /** Indices of the groups joined by “and” up to the last. */
  #chain: number[] = [];
  #relation: { readonly name: RelationName; readonly isReversed: boolean } | null = null;
  /** Relation before the first object: “on a table stands a cup”. */
  #leading: RelationName | null = null;
  /** Index of the group that “with” refers to while “and” continues it; −1: none. */
  #owner = -1;

  get last(): Group | null {
    return this.groups[this.#last] ?? null;
  }

  get hasRelation(): boolean {
    return this.#relation !== null;
  }

  get hasFigure(): boolean {
    return this.groups.some(({ noun }) => CARRIERS.has(noun));
  }

  /** Sets the relation of the next object to the last group. */
  expectRelation(name: RelationName, isReversed: boolean): void {
    if (this.#last < 0) this.#leading = name;
    else this.#relation = { name, isReversed };
  }

  dropRelation(): void {
    this.#relation = null;
  }

  /** Adds adjectives to the last group. */
  describeLast(modifiers: Modifiers): void {
    if (this.#last >= 0) this.#describe(this.#last, modifiers);
  }

  /** Adds a group and links it to the others by the words before it. */
  add(group: Group): void {
    this.groups.push(group);
    this.#connect(this.groups.length - 1);
    this.#last = this.groups.length - 1;
  }

  /**
   * Returns to a group named before and adds adjectives: “the chair”. Returns false if there is none, or if the last
   * group would be related to itself.
   */
  returnTo(noun: Noun, modifiers: Modifiers): boolean {
    const known = this.groups.findIndex((group) => group.noun === noun);
    if (known < 0 || (this.#relation && known === this.#last)) return false;
    this.#describe(known, modifiers);
    if (this.#relation) this.#connect(known);
    else [this.#chain, this.#owner] = [[known], -1];
    this.#last = known;
    return true;
  }

  /** Adds adjectives to the part of an object that a word after “with” names. Returns false if it names none. */
  describePart(word: string, modifiers: Modifiers): boolean {
    if (this.#owner < 0 && this.#relation?.name !== 'with') return false;
    const at = this.#relation ? this.#last : this.#owner;
    const group = this.groups[at];
    const names = findSlots(group, word);
    if (!group || !names) return false;
    const slots = new Map(group.slots);
    for (const name of names) slots.set(name, joinModifiers(slots.get(name) ?? NO_MODIFIERS, modifiers));
    this.groups[at] = { ...group, slots };
    this.#owner = at;
    this.#relation = null;
    return true;
  }

  /** Replaces the latest link of the last group with the relation just read: “with four chairs around it”. */
  relateAgain(): void {
    const [relation, last] = [this.#relation, this.#last];
    if (!relation || last < 0) return;
    const at = this.links.findLastIndex(({ from, to }) => from === last || to === last);
    const known = this.links[at];
    const other = known ? (known.from === last ? known.to : known.from) : last - 1;
    if (known) this.links.splice(at, 1);
    if (other >= 0) this.#link(relation.name, relation.isReversed ? other : last, relation.isReversed ? last : other);
    this.#relation = null;
  }

  #describe(at: number, modifiers: Modifiers): void {
    const group = this.groups[at]!;
    this.groups[at] = { ...group, ...joinModifiers(group, modifiers) };
  }

  #link(relation: RelationName, from: number, to: number): void {
    if (from !== to) this.links.push({ relation, from, to });
  }

  #connect(added: number): void {
    const [relation, owner] = [this.#relation, this.#owner];
    if (relation && relation.name !== 'with' && this.#isCarried()) {
      this.#link(relation.name, relation.isReversed ? added : owner, relation.isReversed ? owner : added);
      [this.#owner, this.#chain] = [-1, [added]];
    } else if (relation) {
      for (const subject of this.#subjectsOf(relation.name, added)) {
        this.#link(relation.name, relation.isReversed ? added : subject, relation.isReversed ? subject : added);
      }
      this.#owner = relation.name === 'with' ? this.#last : -1;
      this.#chain = [added];
    } else if (this.#leading && this.#last >= 0) {
      this.#link(this.#leading, added, this.#last);
      this.#leading = null;
      this.#chain = [added];
    } else if (owner >= 0) {
      this.#link('with', owner, added);
    } else {
      this.#chain.push(added);
    }
    this.#relation = null;
  }

  /** True if a figure holds the last group, so that what follows belongs to the figure. */
  #isCarried(): boolean {
    const owner = this.groups[this.#owner];
    const isHeld = this.links.some(({ relation, to }) => relation === 'with' && to === this.#last);
    return owner !== undefined && CARRIERS.has(owner.noun) && isHeld;
  }

  #subjectsOf(relation: RelationName, added: number): number[] {
    if (!SHARED_RELATIONS.has(relation)) return [this.#last];
    return this.#chain.filter((at) => at === this.#last || fits(this.groups[at]!, this.groups[added]!));
  }
}

/** Returns the slots of an object that a word names: “eyes” names `eye`, “wheels” also `tyre` and `rim`. Null: none. */
function findSlots(group: Group | undefined, word: string): string[] | null {
  if (!group) return null;
  const stem = word.replace(/s$/, '');
  const wanted =
    stem === 'wheel'
      ? ['wheel', 'tyre', 'rim']
      : stem === 'shirt'
        ? ['top']
        : stem === 'trouser' || stem === 'pant'
          ? ['legs']
          : [stem];
  const found = Object.keys(group.noun.slots).filter((slot) => wanted.includes(slot.replace(/s$/, '')));
  return found.length > 0 ? found : null;
}

/** True if one object is small enough to be on another, by the mean of their usual sizes. */
function fits(small: Group, large: Group): boolean {
  const meanSize = ({ noun, size }: Group) =>
    noun.size.map(([low, high]) => (size * (low + high)) / 2) as [number, number, number];
  const [[w, h, d], [lw, lh, ld]] = [meanSize(small), meanSize(large)];
  return Math.max(w, d) <= Math.max(lw, ld) && h <= lh;
}
