import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { Reply } from '../../../src-shared/ipc/page-bridge.ts';
import type { Recipe } from '../../../src-shared/recipes/recipe.ts';
import { sourceKindOf } from '../../../src-shared/formats/formats.ts';
import type { SourceKind } from '../../../src-shared/formats/source-kind.ts';
import { ask, bridge } from '../../app/bridge/bridge.ts';
import { queue, type JobRow } from '../queue/queue.svelte.ts';
import { toPlainRecipe } from './recipe-editor.svelte.ts';
import { setup } from '../../app/setup.svelte.ts';

type CollectedSources = Output<'sources:take'>;

/** Source of a test run: a bundled sample, selected files, or a typed prompt. */
export type TestSource =
  | { readonly kind: 'sample'; readonly name: string; readonly title: string }
  | { readonly kind: 'files'; readonly files: readonly File[] }
  | { readonly kind: 'words'; readonly words: string };

/** Runs one source through all steps of a recipe, saved or not. */
class RecipeTest {
  #source = $state.raw<TestSource | null>(null);
  /** The typed prompt; used until a file is selected. */
  #words = $state('');
  #where = $state<'here' | 'in_use'>('here');
  /** Job of the last run by recipe id. */
  #jobs = $state.raw<Readonly<Record<string, string>>>({});
  /** Why the last run failed to start; null: it started, or there was none. */
  error = $state.raw<ErrorInfo | null>(null);
  busy = $state(false);

  /** True if the user can choose where it runs: on this computer for free, or at the service in use. */
  readonly canChoose = $derived(setup.service?.kind === 'cloud');
  /** Place of the next run; if the service in use is this computer, there is no choice. */
  readonly where = $derived(this.canChoose ? this.#where : 'in_use');

  /** Returns the source of the next run for these kinds; a sample image until the user selects another. */
  sourceFor(kinds: readonly SourceKind[]): TestSource | null {
    if (kinds.includes('prompt') && this.#words.trim() !== '') return { kind: 'words', words: this.#words.trim() };
    const [sample] = setup.samples;
    const isSample = this.#source === null || this.#source.kind === 'sample';
    if (isSample && !kinds.includes('picture')) return null;
    return this.#source ?? (sample ? { kind: 'sample', ...sample } : null);
  }

  /** Returns the row of a recipe's last run; null if there was none, or it was removed. */
  rowOf(recipe: string): JobRow | null {
    const id = this.#jobs[recipe];
    return id === undefined ? null : queue.row(id);
  }

  /** Sets the source of the next run. */
  take(source: Exclude<TestSource, { readonly kind: 'words' }>): void {
    this.#source = source;
    this.#words = '';
    this.error = null;
  }

  /** The typed prompt for a recipe that starts from one. */
  get words(): string {
    return this.#words;
  }
  set words(words: string) {
    this.#words = words;
    this.error = null;
  }

  /** Sets where the next run takes place. */
  runAt(where: 'here' | 'in_use'): void {
    this.#where = where;
  }

  /** Starts a test run; `agreed`: the price shown on the button. */
  async run(recipe: Recipe, agreed: string): Promise<void> {
    const source = this.sourceFor([recipe.takes, ...(recipe.also ?? [])]);
    if (!source || this.busy) return;
    this.busy = true;
    this.error = await this.#make(recipe, source, agreed);
    this.busy = false;
  }

  async #make(recipe: Recipe, source: TestSource, agreed: string): Promise<ErrorInfo | null> {
    const reply = await collect(source);
    if (!reply.ok) return reply.error;
    const [collected] = reply.value.sources;
    if (!collected) return reply.value.refused[0] ?? null;
    const { where } = this;
    const made = await ask('recipes:test', { sourceId: collected.id, recipe: toPlainRecipe(recipe), where, agreed });
    if (!made.ok) return made.error;
    queue.apply([made.value], []);
    this.#jobs = { ...this.#jobs, [recipe.id]: made.value.id };
    return null;
  }
}

/** Returns the kind of a test source among those a recipe accepts; the first one if its files do not tell. */
export function kindOfSource(source: TestSource, kinds: readonly SourceKind[]): SourceKind {
  const first = kinds[0] ?? 'picture';
  if (source.kind !== 'files') return source.kind === 'words' ? 'prompt' : 'picture';
  if (source.files.length > 1 && kinds.includes('views')) return 'views';
  const kind = sourceKindOf(source.files[0]?.name ?? '');
  return kind !== null && kinds.includes(kind) ? kind : first;
}

/** Passes a source to main. */
async function collect(source: TestSource): Promise<Reply<CollectedSources>> {
  switch (source.kind) {
    case 'sample':
      return ask('samples:take', { name: source.name });
    case 'files':
      return (await bridge.takeFiles(source.files)) as Reply<CollectedSources>;
    case 'words': {
      const reply = await ask('sources:describe', { prompt: source.words });
      return reply.ok ? { ok: true, value: { sources: [reply.value], refused: [] } } : reply;
    }
  }
}

export const recipeTest = new RecipeTest();
