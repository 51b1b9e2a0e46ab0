import { duplicateStep, moveStep, removeStep } from '../../../src-shared/recipes/edit-steps.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { Recipe, RecipeStep } from '../../../src-shared/recipes/recipe.ts';
import type { SourceKind } from '../../../src-shared/formats/source-kind.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { toDraftContent, recipeDrafts, type DraftContent, type EditorSelection } from './recipe-drafts.svelte.ts';
import { DRAFT_RECIPE_ID, acceptedKinds, recipeTitle, findMainRecipe } from './recipe-facts.ts';
import { recipes } from './recipes.svelte.ts';
import { TEXTS } from '../../app/language/texts.ts';
import type { DiffLine } from '../../../src-shared/recipes/diff-line.ts';

/** Main's check of a draft. */
export type RecipeCheck = Output<'recipes:check'>;

/** A step that can be inserted into a chain. */
export type StepChoice = Output<'recipes:choices'>[number];

/** An open dialog of the editor. */
type EditorDialog =
  | { readonly kind: 'changes' }
  | { readonly kind: 'remove'; readonly uses: Output<'recipes:uses'> }
  /** The recipe was changed elsewhere: `version` is the saved one now. */
  | { readonly kind: 'conflict'; readonly version: number; readonly diff: readonly DiffLine[] };

/** The displayed recipe and its editing. Built-in recipes are read-only. */
class RecipeEditor {
  #id = $state(DRAFT_RECIPE_ID);
  #kind = $state<SourceKind>('picture');
  #place = $state<EditorSelection>(0);
  #checked = $state.raw<{ readonly of: Recipe; readonly is: RecipeCheck } | null>(null);
  dialog = $state.raw<EditorDialog | null>(null);
  /** True while the name is being edited. */
  renaming = $state(false);
  /** The copy that is being named; null: none. */
  copying = $state.raw<{ readonly id: string; readonly takes: SourceKind; readonly name: string } | null>(null);
  busy = $state(false);
  /** Id of the field that the step's form focuses once it shows it; null: none. */
  soughtField = $state<string | null>(null);
  #questions = 0;

  /** The recipe as listed; undefined until main replied. */
  readonly listed = $derived(recipes.list.find(({ id }) => id === this.#id) ?? recipes.list[0]);
  /** The kinds of sources it is shown for, one at a time; a custom recipe is shown as a whole. */
  readonly kinds = $derived.by(() => {
    if (!this.listed) return [];
    return this.listed.shipped ? acceptedKinds(this.listed) : [findMainRecipe(this.listed)?.takes ?? []].flat();
  });
  /** The saved recipe for the selected kind; null: damaged, or not loaded yet. */
  readonly saved = $derived.by((): Recipe | null => {
    const kind = this.kinds.includes(this.#kind) ? this.#kind : this.kinds[0];
    return (kind && this.listed?.recipes?.[kind]) ?? null;
  });
  readonly isOwn = $derived(this.listed?.shipped === false);
  /** The recipe with unsaved changes. */
  readonly recipe = $derived.by((): Recipe | null => {
    const draft = this.isOwn && this.saved ? recipeDrafts.get(this.saved.id) : undefined;
    if (!this.saved || !draft) return this.saved;
    const { also, ...content } = draft.content;
    return { ...this.saved, ...content, also: [...also], version: draft.version };
  });
  readonly isChanged = $derived(this.isOwn && this.saved !== null && recipeDrafts.has(this.saved.id));
  /** Main's latest check of it; null before the first one. */
  readonly checked = $derived(this.#checked?.of.id === this.recipe?.id ? (this.#checked?.is ?? null) : null);
  /** True if the check is about the current draft. */
  readonly isChecked = $derived(this.#checked !== null && this.#checked.of === this.recipe);
  readonly place = $derived(
    typeof this.#place === 'number' && this.#place >= (this.recipe?.steps.length ?? 0) ? 'export' : this.#place,
  );

  /** Shows a recipe and selects its first step. */
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

  /** Selects a step, or an end of the chain. */
  choose(place: EditorSelection): void {
    this.#place = place;
  }

  /** Checks the current draft; only the last reply counts. */
  async review(): Promise<void> {
    if (this.recipe) await this.#check(this.recipe);
  }

  /** Returns the check of a recipe; null if the call fails. */
  async #check(recipe: Recipe): Promise<RecipeCheck | null> {
    const question = ++this.#questions;
    const reply = await ask('recipes:check', { recipe: toPlainRecipe(recipe) });
    const isLatest = question === this.#questions;
    if (isLatest && reply.ok) this.#checked = { of: recipe, is: reply.value };
    if (isLatest && !reply.ok) notices.refuse([reply.error]);
    return reply.ok ? reply.value : null;
  }

  /** Changes the draft; does nothing for a built-in recipe. `key`: see `RecipeDrafts.edit`. */
  edit(change: Partial<DraftContent>, key: string | null = null): void {
    const { saved, recipe, isOwn } = this;
    if (saved && recipe && isOwn) recipeDrafts.edit(saved, { ...toDraftContent(recipe), ...change }, this.place, key);
  }

  /** Adds or removes a kind of source. */
  takeAlso(kind: SourceKind, isTaken: boolean): void {
    const others = (this.recipe?.also ?? []).filter((other) => other !== kind);
    this.edit({ also: isTaken ? [...others, kind] : others });
  }

  /** Changes one step. */
  editStep(index: number, change: Partial<RecipeStep>, key: string | null = null): void {
    const step = this.recipe?.steps[index];
    if (step) this.edit({ steps: this.recipe.steps.with(index, { ...step, ...change }) }, key && `${key} ${index}`);
  }

  /** Returns the steps that can be inserted before a step; null if the call fails. */
  async choicesAt(at: number): Promise<readonly StepChoice[] | null> {
    const { recipe } = this;
    return recipe && (await callOrNotify('recipes:choices', { recipe: toPlainRecipe(recipe), at }));
  }

  insert(at: number, steps: readonly RecipeStep[]): void {
    this.edit({ steps });
    this.choose(at);
  }

  move(index: number, to: number): void {
    const { recipe } = this;
    if (!recipe || to < 0 || to >= recipe.steps.length || to === index) return;
    this.edit({ steps: moveStep(recipe.steps, index, to) });
    if (this.isOwn) this.choose(to);
  }

  /** Duplicates a step. */
  repeat(index: number): void {
    if (!this.recipe) return;
    this.edit({ steps: duplicateStep(this.recipe.steps, index) });
    this.choose(index + 1);
  }

  /** Removes a step, with undo. */
  take(index: number): void {
    if (!this.recipe) return;
    this.edit({ steps: removeStep(this.recipe.steps, index) });
    if (this.isOwn) this.choose(this.recipe.steps.length === 0 ? 'source' : Math.max(index - 1, 0));
  }

  /** Undoes or redoes one change, if there is one, and selects what was selected then. */
  step(way: 'past' | 'future'): void {
    if (!this.saved || !this.isOwn) return;
    const place = recipeDrafts.step(this.saved, way, this.place);
    if (place !== null) this.choose(place);
  }

  /** True if there is a change to undo or redo. */
  canStep(way: 'past' | 'future'): boolean {
    return this.isOwn && this.saved !== null && recipeDrafts.can(this.saved.id, way);
  }

  /** Discards the changes, with undo. */
  discard(): void {
    if (this.saved && this.isChanged) recipeDrafts.edit(this.saved, toDraftContent(this.saved), this.place);
    if (this.saved) recipeDrafts.drop(this.saved.id);
  }

  /**
   * Saves the displayed recipe with the changes made so far; `over` replaces that version, which was saved elsewhere.
   * An invalid recipe is not saved; its first issue is shown. Changes made meanwhile stay in the draft.
   */
  async save(over: number | null = null): Promise<void> {
    const { saved, isChanged } = this;
    if (!saved || !isChanged || this.busy) return;
    if (over !== null) recipeDrafts.rebase(saved.id, over);
    const { recipe } = this;
    if (!recipe) return;
    this.busy = true;
    const check = await this.#check(recipe);
    const issue = check?.issues[0];
    if (issue && this.saved?.id === saved.id) this.choose(issue.step ?? 'source');
    const canSave = check !== null && !issue;
    const reply = canSave && (await callOrNotify('recipes:save', { recipe: toPlainRecipe(recipe), replace: true }));
    this.busy = false;
    if (!reply) return;
    if (reply.outcome === 'exists') {
      // The dialog is about the displayed recipe.
      if (this.saved?.id !== saved.id) this.open(saved.id);
      this.dialog = { kind: 'conflict', version: reply.recipe.version, diff: reply.diff };
      return;
    }
    await recipes.read();
    recipeDrafts.finishSave(saved, recipe, reply.recipe.version);
    notices.toast(TEXTS.recipeEditor.saved(reply.recipe.name, reply.recipe.version));
  }

  /** Asks for the name of a copy for the selected kind, which is created once it has a name. */
  duplicate(
    id = this.listed?.id,
    name = this.listed ? TEXTS.recipeEditor.copyName(recipeTitle(this.listed)) : '',
  ): void {
    if (id !== undefined) this.copying = { id, takes: this.saved?.takes ?? 'picture', name };
  }

  /** Applies the typed name to a copy or to the displayed recipe; null: cancelled. */
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

  async #rename(name: string): Promise<void> {
    const { saved } = this;
    if (!saved || !this.isOwn || name === '' || name === saved.name) return;
    const renamed = await callOrNotify('recipes:rename', { id: saved.id, name });
    if (!renamed) return;
    if (recipeDrafts.get(saved.id)?.version === saved.version) recipeDrafts.rebase(saved.id, renamed.version);
    await recipes.read();
  }

  /** Removes the recipe, with undo; asks for confirmation if it is in use or undo is not possible. */
  async remove(isSure = false): Promise<void> {
    const { listed, saved } = this;
    if (!listed || listed.shipped) return;
    const { id } = listed;
    if (!isSure) {
      const uses = await callOrNotify('recipes:uses', { id });
      if (!uses) return;
      if (!saved || uses.jobs > 0 || uses.folders.length > 0) {
        this.dialog = { kind: 'remove', uses };
        return;
      }
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
      if (draft) recipeDrafts.edit(recipe, draft.content, 0);
      await recipes.read();
      this.open(id);
    };
    notices.toast(TEXTS.recipeEditor.removed(recipeTitle(listed)), saved ? { undo: () => void bringBack(saved) } : {});
  }
}

/** Returns a mutable copy of the recipe, as sent to main. */
export function toPlainRecipe(recipe: Recipe) {
  return { ...recipe, steps: [...recipe.steps] };
}

export const recipeEditor = new RecipeEditor();
