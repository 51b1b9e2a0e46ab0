import type { MeshFormat } from '../../../src-shared/formats/formats.ts';
import { setup } from '../../app/setup.svelte.ts';
import { chooseFile } from '../../ui/choose-file.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { MAX_VARIANTS } from '../../../src-shared/recipes/max-variants.ts';
import { DRAFT_RECIPE_ID, firstAcceptedKind, recipeTitle, type ListedRecipe } from './recipe-facts.ts';
import { saveText } from '../../ui/save-text.ts';
import { TEST_RECIPE } from '../generators/create-test-recipe.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** Session storage key of the selected recipe. */
const STORED_AS = 'dropforge-recipe';

/** How new jobs are created. */
interface Choices {
  /** Id of the recipe. */
  readonly id: string;
  /** Number of jobs per source. */
  readonly variants: number;
  /** Output formats; null: those of the settings. */
  readonly formats: readonly MeshFormat[] | null;
}

/** All recipes, and the one used for new jobs. Choices made in the sheet or the plan of a drop end with it. */
class Recipes {
  list = $state.raw<readonly ListedRecipe[]>([]);
  #own = $state.raw<Choices>({ id: DRAFT_RECIPE_ID, variants: 1, formats: null });
  /** Choices for the current drop; null if there is none. */
  #drop = $state.raw<Choices | null>(null);
  /** What still needs the choices of the current drop: its sheet, its plan, a request. */
  readonly #dropUsers = new Set<object>();
  readonly #current = $derived(this.#drop ?? this.#own);

  /** The selected recipe; null until main replied, or if it was removed. */
  readonly chosen = $derived(
    this.list.find(({ id }) => id === this.#current.id) ?? this.list.find(({ id }) => id === DRAFT_RECIPE_ID),
  );
  /** True if the recipe has no formats of its own, so that the user selects them. */
  readonly isDraft = $derived(this.id === DRAFT_RECIPE_ID);

  constructor() {
    const [id, variants] = (sessionStorage.getItem(STORED_AS) ?? '').split(' ');
    this.#own = { id: id || DRAFT_RECIPE_ID, variants: clamp(Number(variants)), formats: null };
  }

  /** Id of the selected recipe. */
  get id(): string {
    return this.chosen?.id ?? DRAFT_RECIPE_ID;
  }

  /** Number of jobs per source. */
  get variants(): number {
    return this.#current.variants;
  }

  /** Output formats of recipes without formats of their own. */
  get formats(): readonly MeshFormat[] {
    return this.#current.formats ?? setup.settings?.formats ?? ['glb'];
  }

  /** Returns the display name of a recipe by its id; for a removed recipe its built-in name, or the id. */
  titleOf(id: string): string {
    const listed = this.list.find((each) => each.id === id);
    if (listed) return recipeTitle(listed);
    return id === TEST_RECIPE ? TEXTS.generators.testTitle : TEXTS.recipes.byId(id);
  }

  /** Selects the recipe for new jobs. */
  choose(id: string): void {
    this.#change({ id });
  }

  /** Sets the number of jobs per source. */
  chooseVariants(count: number): void {
    this.#change({ variants: clamp(count) });
  }

  /** Sets the output formats: of the current drop, otherwise of the settings. */
  chooseFormats(formats: readonly MeshFormat[]): void {
    if (this.#drop) this.#change({ formats });
    else void setup.change({ formats: [...formats] });
  }

  /** Keeps the choices made from now on for the current drop, until every user called `endDrop`. */
  startDrop(user: object): void {
    this.#dropUsers.add(user);
    this.#drop ??= this.#own;
  }

  /** Returns to the choices before the drop once nothing uses it any more. */
  endDrop(user: object): void {
    this.#dropUsers.delete(user);
    if (this.#dropUsers.size === 0) this.#drop = null;
  }

  /** Reloads the recipes: the command line may have added some. */
  async read(): Promise<void> {
    this.list = (await callOrNotify('recipes:list', null)) ?? this.list;
  }

  /** Imports a recipe from a file dialog. */
  async chooseFile(): Promise<void> {
    const file = await chooseFile('.dropforge-recipe,.json');
    if (file) await this.takeFile(file);
  }

  /** Imports a recipe from a file; asks before it replaces a different one with the same id. */
  async takeFile(file: File): Promise<void> {
    // Loaded only now, because few people import recipes.
    const { importRecipeFile } = await import('./import-recipe.ts');
    await importRecipeFile(file);
  }

  /** Saves a recipe as a file. */
  async export(recipe: ListedRecipe): Promise<void> {
    const file = await callOrNotify('recipes:export', { id: recipe.id, takes: firstAcceptedKind(recipe) });
    if (!file) return;
    saveText(file.fileName, file.text, 'application/json');
    if (file.left.length > 0) notices.toast(TEXTS.recipes.left(file.left.join(', ')));
  }

  #change(change: Partial<Choices>): void {
    if (this.#drop) {
      this.#drop = { ...this.#drop, ...change };
      return;
    }
    this.#own = { ...this.#own, ...change };
    sessionStorage.setItem(STORED_AS, `${this.#own.id} ${this.#own.variants}`);
  }
}

function clamp(count: number): number {
  return Number.isInteger(count) ? Math.min(Math.max(count, 1), MAX_VARIANTS) : 1;
}

export const recipes = new Recipes();
