import { toCanonicalJson } from '../../../src-shared/base/canonical-json.ts';
import type { Recipe } from '../../../src-shared/recipes/recipe.ts';
import type { SourceKind } from '../../../src-shared/formats/source-kind.ts';

/** What of a recipe is worked on before it is kept; its name is changed at once. */
export type DraftContent = Pick<Recipe, 'takes' | 'help' | 'steps'> & { readonly also: readonly SourceKind[] };

/** A recipe that is being worked on. */
interface Draft {
  /** The version it was taken up from. */
  readonly version: number;
  readonly content: DraftContent;
}

interface History {
  readonly past: readonly DraftContent[];
  readonly future: readonly DraftContent[];
}

/** Where a tab keeps its drafts for as long as it is open. */
const STORED_AS = 'dropforge-recipe-drafts';

/** Ways back that are kept; a recipe has few steps, and nobody goes back further. */
const MAX_PAST = 100;

/** Edits of one field this close together are one: what is typed comes letter by letter. */
const TOGETHER_MS = 1_000;

const NO_HISTORY: History = { past: [], future: [] };

/** Recipes that were changed and not kept yet, by id, each with its way back and forth; drafts outlive a reload. */
class RecipeDrafts {
  #all = $state.raw<Readonly<Record<string, Draft>>>(readStored());
  #histories = $state.raw<Readonly<Record<string, History>>>({});
  #last = { key: '', at: 0 };

  /** What a recipe is changed to; undefined: it is as it is kept. */
  get(id: string): Draft | undefined {
    return this.#all[id];
  }

  /** Whether a recipe was changed. */
  has(id: string): boolean {
    return Object.hasOwn(this.#all, id);
  }

  /** Whether there is a way back, or forth. */
  can(id: string, way: 'past' | 'future'): boolean {
    return (this.#histories[id] ?? NO_HISTORY)[way].length > 0;
  }

  /** Changes a recipe. Changes with the same `key` in a short time are one on the way back. */
  edit(kept: Recipe, content: DraftContent, key: string | null = null, now = Date.now()): void {
    const before = this.#all[kept.id]?.content ?? toDraftContent(kept);
    if (isSame(before, content)) return;
    const named = `${kept.id} ${key}`;
    const isMore = key !== null && this.#last.key === named && now - this.#last.at < TOGETHER_MS;
    this.#last = { key: named, at: now };
    const { past } = this.#histories[kept.id] ?? NO_HISTORY;
    this.#remember(kept.id, { past: isMore ? past : [...past, before].slice(-MAX_PAST), future: [] });
    this.#set(kept, content);
  }

  /** One change back, or forth again. */
  step(kept: Recipe, way: 'past' | 'future'): void {
    const history = this.#histories[kept.id] ?? NO_HISTORY;
    const content = history[way].at(-1);
    if (!content) return;
    const now = this.#all[kept.id]?.content ?? toDraftContent(kept);
    const other = way === 'past' ? 'future' : 'past';
    const next = { ...history, [way]: history[way].slice(0, -1), [other]: [...history[other], now] };
    this.#last = { key: '', at: 0 };
    this.#remember(kept.id, next);
    this.#set(kept, content);
  }

  /** The version a draft is to take the place of, when the one it was taken up from is no longer the one that is kept. */
  rebase(id: string, version: number): void {
    const draft = this.#all[id];
    if (draft) this.#store({ ...this.#all, [id]: { ...draft, version } });
  }

  /** Lets a draft go: it was kept, or nobody wants it. */
  drop(id: string): void {
    const { [id]: _, ...others } = this.#all;
    this.#store(others);
  }

  #set(kept: Recipe, content: DraftContent): void {
    const { id } = kept;
    const version = this.#all[id]?.version ?? kept.version;
    // Back where it began it is no change, unless what it began with is no longer what is kept.
    if (isSame(toDraftContent(kept), content) && version === kept.version) this.drop(id);
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
      // A full store forgets the drafts with the page; keeping one by hand still works.
    }
  }
}

/** What of a recipe can be worked on. */
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

/** The page's drafts of recipes. */
export const recipeDrafts = new RecipeDrafts();
