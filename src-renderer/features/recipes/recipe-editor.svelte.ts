import { duplicateStep, moveStep, removeStep } from '../../../src-shared/recipes/edit-steps.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { Recipe, RecipeStep } from '../../../src-shared/recipes/recipe.ts';
import type { SourceKind } from '../../../src-shared/formats/source-kind.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { toDraftContent, recipeDrafts, type DraftContent } from './recipe-drafts.svelte.ts';
import { DRAFT_RECIPE_ID, acceptedKinds, recipeTitle, findMainRecipe } from './recipe-facts.ts';
import { recipes } from './recipes.svelte.ts';
import { TEXTS } from '../../app/language/texts.ts';
import type { DiffLine } from '../../../src-shared/recipes/diff-line.ts';

/** What main says of a draft. */
export type RecipeCheck = Output<'recipes:check'>;

/** What can be put into a chain. */
export type StepChoice = Output<'recipes:choices'>[number];

/** What the form shows: a step by its index, or an end of the chain. */
export type EditorSelection = number | 'source' | 'export';

/** What is asked, or shown, over the view. */
type EditorDialog =
  | { readonly kind: 'changes' }
  | { readonly kind: 'remove'; readonly uses: Output<'recipes:uses'> }
  /** Somebody else changed it meanwhile: `version` is there now. */
  | { readonly kind: 'conflict'; readonly version: number; readonly diff: readonly DiffLine[] };

/** The recipe that is shown, and what the person does to it. Shipped ones only let themselves be looked at. */
class RecipeEditor {
  #id = $state(DRAFT_RECIPE_ID);
  #kind = $state<SourceKind>('picture');
  #place = $state<EditorSelection>(0);
  #checked = $state.raw<{ readonly of: Recipe; readonly is: RecipeCheck } | null>(null);
  dialog = $state.raw<EditorDialog | null>(null);
  /** Whether the name is being typed. */
  renaming = $state(false);
  /** What a copy is to be made of, while its name is being typed; null: nothing. */
  copying = $state.raw<{ readonly id: string; readonly takes: SourceKind; readonly name: string } | null>(null);
  busy = $state(false);
  #questions = 0;

  /** The recipe as it is listed; undefined while main has not answered. */
  readonly listed = $derived(recipes.list.find(({ id }) => id === this.#id) ?? recipes.list[0]);
  /** The kinds of sources it is shown for, one by one; one of the person's own is shown whole. */
  readonly kinds = $derived.by(() => {
    if (!this.listed) return [];
    return this.listed.shipped ? acceptedKinds(this.listed) : [findMainRecipe(this.listed)?.takes ?? []].flat();
  });
  /** The recipe as it is kept, for the kind that is shown; null: it is damaged, or not there yet. */
  readonly kept = $derived.by((): Recipe | null => {
    const kind = this.kinds.includes(this.#kind) ? this.#kind : this.kinds[0];
    return (kind && this.listed?.recipes?.[kind]) ?? null;
  });
  readonly isOwn = $derived(this.listed?.shipped === false);
  /** The recipe as it is worked on. */
  readonly recipe = $derived.by((): Recipe | null => {
    const draft = this.isOwn && this.kept ? recipeDrafts.get(this.kept.id) : undefined;
    if (!this.kept || !draft) return this.kept;
    const { also, ...content } = draft.content;
    return { ...this.kept, ...content, also: [...also], version: draft.version };
  });
  readonly isChanged = $derived(this.isOwn && this.kept !== null && recipeDrafts.has(this.kept.id));
  /** What main says of it; null before it did. */
  readonly checked = $derived(this.#checked?.of.id === this.recipe?.id ? (this.#checked?.is ?? null) : null);
  /** Whether main has said so of what is shown now. */
  readonly isChecked = $derived(this.#checked !== null && this.#checked.of === this.recipe);
  readonly place = $derived(
    typeof this.#place === 'number' && this.#place >= (this.recipe?.steps.length ?? 0) ? 'export' : this.#place,
  );

  /** Shows a recipe, with its first step. */
  open(id: string): void {
    this.#id = id;
    this.#place = 0;
    this.renaming = false;
    this.copying = null;
  }

  /** Shows the recipe for another kind of source. */
  openKind(kind: SourceKind): void {
    this.#kind = kind;
    this.#place = 0;
  }

  /** Shows a step, or an end of the chain, in the form. */
  choose(place: EditorSelection): void {
    this.#place = place;
  }

  /** Asks main about what is shown now; only the last answer counts. */
  async review(): Promise<void> {
    const { recipe } = this;
    if (!recipe) return;
    const question = ++this.#questions;
    const reply = await ask('recipes:check', { recipe: toPlainRecipe(recipe) });
    if (question !== this.#questions) return;
    if (reply.ok) this.#checked = { of: recipe, is: reply.value };
    else notices.refuse([reply.error]);
  }

  /** Changes what is worked on; nothing happens to a shipped recipe. `key`: see `RecipeDrafts.edit`. */
  edit(change: Partial<DraftContent>, key: string | null = null): void {
    const { kept, recipe, isOwn } = this;
    if (kept && recipe && isOwn) recipeDrafts.edit(kept, { ...toDraftContent(recipe), ...change }, key);
  }

  /** Takes a kind of source as well, or no more. */
  takeAlso(kind: SourceKind, isTaken: boolean): void {
    const others = (this.recipe?.also ?? []).filter((other) => other !== kind);
    this.edit({ also: isTaken ? [...others, kind] : others });
  }

  /** Changes one step. */
  editStep(index: number, change: Partial<RecipeStep>, key: string | null = null): void {
    const step = this.recipe?.steps[index];
    if (step) this.edit({ steps: this.recipe.steps.with(index, { ...step, ...change }) }, key && `${key} ${index}`);
  }

  /** What can be put in before a step; null when main does not say. */
  async choicesAt(at: number): Promise<readonly StepChoice[] | null> {
    const { recipe } = this;
    return recipe && (await callOrNotify('recipes:choices', { recipe: toPlainRecipe(recipe), at }));
  }

  /** Puts a step in. */
  insert(at: number, steps: readonly RecipeStep[]): void {
    this.edit({ steps });
    this.choose(at);
  }

  /** Moves a step to another index. */
  move(index: number, to: number): void {
    const { recipe } = this;
    if (!recipe || to < 0 || to >= recipe.steps.length || to === index) return;
    this.edit({ steps: moveStep(recipe.steps, index, to) });
    if (this.isOwn) this.choose(to);
  }

  /** Puts a step in once more, behind itself. */
  repeat(index: number): void {
    if (!this.recipe) return;
    this.edit({ steps: duplicateStep(this.recipe.steps, index) });
    this.choose(index + 1);
  }

  /** Takes a step out; undo brings it back. */
  take(index: number): void {
    if (!this.recipe) return;
    this.edit({ steps: removeStep(this.recipe.steps, index) });
    if (this.isOwn) this.choose(this.recipe.steps.length === 0 ? 'source' : Math.max(index - 1, 0));
  }

  /** One change back or forth, if there is one. */
  step(way: 'past' | 'future'): void {
    if (this.kept && this.isOwn) recipeDrafts.step(this.kept, way);
  }

  /** Whether there is a change to go back, or forth, to. */
  canStep(way: 'past' | 'future'): boolean {
    return this.isOwn && this.kept !== null && recipeDrafts.can(this.kept.id, way);
  }

  /** Throws the changes away; undo brings them back. */
  discard(): void {
    if (this.kept && this.isChanged) recipeDrafts.edit(this.kept, toDraftContent(this.kept));
    if (this.kept) recipeDrafts.drop(this.kept.id);
  }

  /** Keeps the changes; `over`: even over that version, which somebody else made. What breaks a rule is shown instead. */
  async save(over: number | null = null): Promise<void> {
    const { kept, isChanged } = this;
    if (!kept || !isChanged || this.busy) return;
    if (over !== null) recipeDrafts.rebase(kept.id, over);
    await this.review();
    if (this.#showIssue() || !this.recipe) return;
    this.busy = true;
    const saved = await callOrNotify('recipes:save', { recipe: toPlainRecipe(this.recipe), replace: true });
    this.busy = false;
    if (!saved) return;
    if (saved.outcome === 'exists') {
      this.dialog = { kind: 'conflict', version: saved.recipe.version, diff: saved.diff };
      return;
    }
    await recipes.read();
    recipeDrafts.drop(kept.id);
    notices.toast(TEXTS.recipeEditor.saved(saved.recipe.name, saved.recipe.version));
  }

  /** Asks what a copy is to be called; it is made of the kind that is shown, once it has its name. */
  duplicate(
    id = this.listed?.id,
    name = this.listed ? TEXTS.recipeEditor.copyName(recipeTitle(this.listed)) : '',
  ): void {
    if (id !== undefined) this.copying = { id, takes: this.kept?.takes ?? 'picture', name };
  }

  /** Takes the name that was typed, of a copy or of what is shown; null: none is wanted. */
  async typed(name: string | null): Promise<void> {
    const { copying } = this;
    this.copying = null;
    if (!copying) {
      this.renaming = false;
      if (name !== null) await this.#rename(name.trim());
    } else if (name !== null && name.trim() !== '') {
      const copy = await callOrNotify('recipes:duplicate', { ...copying, name: name.trim() });
      if (!copy) return;
      await recipes.read();
      this.open(copy.id);
    }
  }

  /** Calls it something else, at once. */
  async #rename(name: string): Promise<void> {
    const { kept } = this;
    if (!kept || !this.isOwn || name === '' || name === kept.name) return;
    const renamed = await callOrNotify('recipes:rename', { id: kept.id, name });
    if (!renamed) return;
    if (recipeDrafts.get(kept.id)?.version === kept.version) recipeDrafts.rebase(kept.id, renamed.version);
    await recipes.read();
  }

  /** Removes it with a way back; where something uses it, or there would be no way back, it is asked first. */
  async remove(isSure = false): Promise<void> {
    const { listed, kept } = this;
    if (!listed || listed.shipped) return;
    const { id } = listed;
    const uses = isSure ? null : await callOrNotify('recipes:uses', { id });
    if (uses && (!kept || uses.jobs > 0 || uses.folders.length > 0)) {
      this.dialog = { kind: 'remove', uses };
      return;
    }
    const reply = await ask('recipes:remove', { id });
    if (!reply.ok) {
      notices.refuse([reply.error]);
      return;
    }
    const draft = recipeDrafts.get(id);
    recipeDrafts.drop(id);
    await recipes.read();
    if (recipes.list[0]) this.open(recipes.list[0].id);
    const bringBack = async (recipe: Recipe): Promise<void> => {
      if (!(await callOrNotify('recipes:save', { recipe: toPlainRecipe(recipe) }))) return;
      if (draft) recipeDrafts.edit(recipe, draft.content);
      await recipes.read();
      this.open(id);
    };
    notices.toast(TEXTS.recipeEditor.removed(recipeTitle(listed)), kept && (() => void bringBack(kept)));
  }

  /** Shows the first issue there is; false: there is none. */
  #showIssue(): boolean {
    const issue = this.checked?.issues[0];
    if (issue) this.choose(issue.step ?? 'source');
    return issue !== undefined;
  }
}

/** A copy whose list of steps may be changed, as main is sent it. */
export function toPlainRecipe(recipe: Recipe) {
  return { ...recipe, steps: [...recipe.steps] };
}

/** The page's recipe editor. */
export const recipeEditor = new RecipeEditor();
