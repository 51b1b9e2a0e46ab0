import { toCanonicalJson } from '../../../src-shared/base/canonical-json.ts';
import type { Recipe } from '../../../src-shared/recipes/recipe.ts';
import type { SourceKind } from '../../../src-shared/formats/source-kind.ts';

/** The parts of a recipe that can be edited before saving; its name is saved immediately. */
export type DraftContent = Pick<Recipe, 'takes' | 'help' | 'steps'> & { readonly also: readonly SourceKind[] };

/** A recipe with unsaved changes. */
interface Draft {
  /** The version it is based on. */
  readonly version: number;
  readonly content: DraftContent;
}

/** The part shown in the form: a step by its index, or an end of the chain. */
export type EditorSelection = number | 'source' | 'export';

/** A state of a draft that can be restored, with the part that was selected. */
interface PastState {
  readonly content: DraftContent;
  readonly place: EditorSelection;
}

interface History {
  readonly past: readonly PastState[];
  readonly future: readonly PastState[];
}

/** Session storage key of the drafts. */
const STORED_AS = 'dropforge-recipe-drafts';

/** Maximum number of undo steps per recipe. */
const MAX_PAST = 100;

/** Edits of one field within this time are undone together, because typing changes it with every letter. */
const TOGETHER_MS = 1_000;

const NO_HISTORY: History = { past: [], future: [] };

/** Unsaved changes of recipes by id, with undo and redo; drafts survive a reload. */
class RecipeDrafts {
  #all = $state.raw<Readonly<Record<string, Draft>>>(readStored());
  #histories = $state.raw<Readonly<Record<string, History>>>({});
  #last = { key: '', at: 0 };

  /** Returns the draft of a recipe; undefined: it has no unsaved changes. */
  get(id: string): Draft | undefined {
    return this.#all[id];
  }

  /** True if a recipe has unsaved changes. */
  has(id: string): boolean {
    return Object.hasOwn(this.#all, id);
  }

  /** True if there is a change to undo or redo. */
  can(id: string, way: 'past' | 'future'): boolean {
    return (this.#histories[id] ?? NO_HISTORY)[way].length > 0;
  }

  /** Changes a recipe while `place` is selected. Changes with the same `key` in a short time are undone together. */
  edit(saved: Recipe, content: DraftContent, place: EditorSelection, key: string | null = null): void {
    const now = Date.now();
    const before = this.#all[saved.id]?.content ?? toDraftContent(saved);
    if (isSame(before, content)) return;
    const named = `${saved.id} ${key}`;
    const isMore = key !== null && this.#last.key === named && now - this.#last.at < TOGETHER_MS;
    this.#last = { key: named, at: now };
    const { past } = this.#histories[saved.id] ?? NO_HISTORY;
    this.#remember(saved.id, {
      past: isMore ? past : [...past, { content: before, place }].slice(-MAX_PAST),
      future: [],
    });
    this.#set(saved, content);
  }

  /** Undoes or redoes one change while `place` is selected; returns what was selected then, null without a change. */
  step(saved: Recipe, way: 'past' | 'future', place: EditorSelection): EditorSelection | null {
    const history = this.#histories[saved.id] ?? NO_HISTORY;
    const state = history[way].at(-1);
    if (!state) return null;
    const now = { content: this.#all[saved.id]?.content ?? toDraftContent(saved), place };
    const other = way === 'past' ? 'future' : 'past';
    const next = { ...history, [way]: history[way].slice(0, -1), [other]: [...history[other], now] };
    this.#last = { key: '', at: 0 };
    this.#remember(saved.id, next);
    this.#set(saved, state.content);
    return state.place;
  }

  /** Sets the version a draft is to replace after the saved recipe changed. */
  rebase(id: string, version: number): void {
    const draft = this.#all[id];
    if (draft) this.#store({ ...this.#all, [id]: { ...draft, version } });
  }

  /** Deletes the draft that was `sent` and replaced `saved`; changes made since stay, as changes of the new `version`. */
  finishSave(saved: Recipe, sent: Recipe, version: number): void {
    const { id } = saved;
    const content = this.#all[id]?.content ?? toDraftContent(saved);
    if (isSame(content, toDraftContent(sent))) this.drop(id);
    else this.#store({ ...this.#all, [id]: { version, content } });
  }

  /** Deletes a draft after it was discarded, or its recipe removed. */
  drop(id: string): void {
    const { [id]: _, ...others } = this.#all;
    this.#store(others);
  }

  #set(saved: Recipe, content: DraftContent): void {
    const { id } = saved;
    const version = this.#all[id]?.version ?? saved.version;
    // A draft equal to the saved recipe is no change, unless a newer version was saved in the meantime.
    if (isSame(toDraftContent(saved), content) && version === saved.version) this.drop(id);
    else this.#store({ ...this.#all, [id]: { version, content } });
  }

  #remember(id: string, history: History): void {
    this.#histories = { ...this.#histories, [id]: history };
  }

  #store(all: Readonly<Record<string, Draft>>): void {
    this.#all = all;
    try {
      sessionStorage.setItem(STORED_AS, JSON.stringify(all));
    } catch {
      // Without storage space, drafts are lost on reload; saving still works.
    }
  }
}

/** Returns the editable parts of a recipe. */
export function toDraftContent({ takes, also = [], help, steps }: Recipe): DraftContent {
  return { takes, also, help, steps };
}

function isSame(one: DraftContent, other: DraftContent): boolean {
  return toCanonicalJson(one) === toCanonicalJson(other);
}

function readStored(): Readonly<Record<string, Draft>> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? '{}');
    const entries = Object.entries(stored as Readonly<Record<string, Draft>>);
    const whole = entries.filter(([, { content }]) => Array.isArray(content.steps) && Array.isArray(content.also));
    return Object.fromEntries(whole);
  } catch {
    return {};
  }
}

export const recipeDrafts = new RecipeDrafts();
