import { ask } from '../../app/bridge/bridge.ts';
import { openRecipeFile } from './open-recipe-file.ts';
import { chooseFile } from '../../ui/choose-file.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { DRAFT_RECIPE_ID, firstAcceptedKind, MAX_VARIANTS, recipeTitle, type ListedRecipe } from './recipe-facts.ts';
import { saveText } from '../../ui/save-text.ts';
import { navigation } from '../../app/navigation.svelte.ts';
import { addReferences } from '../operations/add-references.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** Where a tab keeps the choice for as long as it is open. */
const STORED_AS = 'dropforge-recipe';

/** Longest file that is read, in bytes; main's own limit for a recipe. */
const MAX_RECIPE_BYTES: typeof import('../../../src-shared/recipes/recipe-file.ts').MAX_RECIPE_BYTES = 1024 ** 2;
/** With the images it carries, in base64. */
const LONGEST_FILE = 23 * 1024 ** 2;

/** The recipes there are, and which one new jobs are made with. */
class Recipes {
  list = $state.raw<readonly ListedRecipe[]>([]);
  #id = $state(DRAFT_RECIPE_ID);
  #variants = $state(1);

  /** The chosen recipe; null while main has not answered, or when it is gone. */
  readonly chosen = $derived(
    this.list.find(({ id }) => id === this.#id) ?? this.list.find(({ id }) => id === DRAFT_RECIPE_ID),
  );
  /** Whether the person chooses the formats, because the recipe has none of its own. */
  readonly isDraft = $derived(this.id === DRAFT_RECIPE_ID);

  constructor() {
    const [id, variants] = (sessionStorage.getItem(STORED_AS) ?? '').split(' ');
    if (id) this.#id = id;
    this.#variants = clamp(Number(variants));
  }

  /** The id of the chosen recipe. */
  get id(): string {
    return this.chosen?.id ?? DRAFT_RECIPE_ID;
  }

  /** Jobs made of one source. */
  get variants(): number {
    return this.#variants;
  }

  /** What a person calls the recipe of an id; one that is gone by what it was shipped as, or its id. */
  titleOf(id: string): string {
    const listed = this.list.find((each) => each.id === id);
    return listed ? recipeTitle(listed) : TEXTS.recipes.byId(id);
  }

  /** Chooses a recipe for what is added from now on. */
  choose(id: string): void {
    this.#id = id;
    this.#remember();
  }

  /** Chooses how many jobs are made of one source. */
  chooseVariants(count: number): void {
    this.#variants = clamp(count);
    this.#remember();
  }

  /** Reads them anew: others may have been brought in by the command line. */
  async read(): Promise<void> {
    this.list = (await callOrNotify('recipes:list', null)) ?? this.list;
  }

  /** Asks for a file and brings its recipe in. */
  async chooseFile(): Promise<void> {
    const file = await chooseFile('.json');
    if (file) await this.takeFile(file);
  }

  /** Brings the recipe of a file in; one of the same id that differs is shown first. */
  async takeFile(file: File): Promise<void> {
    if (file.size > LONGEST_FILE) {
      notices.refuse([refusalOf(file.name, TEXTS.recipes.tooMuch(file.name))]);
      return;
    }
    const { text, pictures } = openRecipeFile(await file.text());
    if (text.length > MAX_RECIPE_BYTES) {
      notices.refuse([refusalOf(file.name, TEXTS.recipes.tooLong(file.name))]);
      return;
    }
    for (const picture of pictures) {
      const { error } = await addReferences([picture]);
      if (!error) continue;
      notices.refuse([error]);
      return;
    }
    await this.bring(text, false);
  }

  /** Brings a recipe in; with `replace` over the one of the same id. */
  async bring(text: string, replace: boolean): Promise<void> {
    const reply = await ask('recipes:import', { text, replace });
    if (!reply.ok) {
      notices.refuse([reply.error]);
      return;
    }
    const { outcome, id, diff } = reply.value;
    if (outcome === 'exists') {
      navigation.askReplace(id, text, diff);
      return;
    }
    notices.toast(TEXTS.recipes[outcome](id));
    await this.read();
    this.choose(id);
  }

  /** Saves a recipe as a file. */
  async export(recipe: ListedRecipe): Promise<void> {
    const file = await callOrNotify('recipes:export', { id: recipe.id, takes: firstAcceptedKind(recipe) });
    if (!file) return;
    saveText(file.fileName, file.text, 'application/json');
    if (file.left.length > 0) notices.toast(TEXTS.recipes.left(file.left.join(', ')));
  }

  #remember(): void {
    sessionStorage.setItem(STORED_AS, `${this.#id} ${this.#variants}`);
  }
}

function clamp(count: number): number {
  return Number.isInteger(count) ? Math.min(Math.max(count, 1), MAX_VARIANTS) : 1;
}

function refusalOf(subject: string, detail: string) {
  return { code: 'config_invalid', subject, detail, retryable: false, requestId: null } as const;
}

/** The page's recipes. */
export const recipes = new Recipes();
