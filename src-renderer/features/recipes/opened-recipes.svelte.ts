import { recipes } from './recipes.svelte.ts';

/** Recipe files that were opened with Dropforge, until the user imports or closes them. */
class OpenedRecipes {
  list = $state.raw<readonly File[]>([]);

  /** Shows files for review; nothing is imported yet. */
  add(files: readonly File[]): void {
    this.list = [...this.list, ...files];
  }

  /** Imports the shown files. */
  async import(): Promise<void> {
    const files = this.list;
    this.close();
    for (const file of files) await recipes.takeFile(file);
  }

  close(): void {
    this.list = [];
  }
}

export const openedRecipes = new OpenedRecipes();
