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

type Taken = Output<'sources:take'>;

/** What a test run is made of: a sample that came with the app, files the person chose, or words they typed. */
export type TestSource =
  | { readonly kind: 'sample'; readonly name: string; readonly title: string }
  | { readonly kind: 'files'; readonly files: readonly File[] }
  | { readonly kind: 'words'; readonly words: string };

/** One source through all steps of a recipe as it stands, kept or not. */
class RecipeTest {
  #source = $state.raw<TestSource | null>(null);
  /** What stands in the field of a recipe that starts from words; it counts until a file is chosen. */
  #words = $state('');
  #where = $state<'here' | 'in_use'>('here');
  /** The job of the last run, by the id of its recipe. */
  #jobs = $state.raw<Readonly<Record<string, string>>>({});
  /** Why no job was made; null: it was, or nobody asked. */
  error = $state.raw<ErrorInfo | null>(null);
  busy = $state(false);

  /** Whether the person chooses where: this computer is free, and the service in use is another. */
  readonly canChoose = $derived(setup.service?.kind === 'cloud');
  /** Where it runs: a service in use that is this computer is no choice. */
  readonly where = $derived(this.canChoose ? this.#where : 'in_use');

  /** The source of the next run of a recipe that takes these kinds; of images a sample, until the person chose. */
  sourceFor(kinds: readonly SourceKind[]): TestSource | null {
    if (kinds.includes('prompt') && this.#words.trim() !== '') return { kind: 'words', words: this.#words.trim() };
    const [sample] = setup.samples;
    const isSample = this.#source === null || this.#source.kind === 'sample';
    if (isSample && !kinds.includes('picture')) return null;
    return this.#source ?? (sample ? { kind: 'sample', ...sample } : null);
  }

  /** The row of the last run of a recipe; null: there was none, or it left the list. */
  rowOf(recipe: string): JobRow | null {
    const id = this.#jobs[recipe];
    return id === undefined ? null : queue.row(id);
  }

  /** Chooses what the next run is made of. */
  take(source: Exclude<TestSource, { readonly kind: 'words' }>): void {
    this.#source = source;
    this.#words = '';
    this.error = null;
  }

  /** What is typed for a recipe that starts from words. */
  get words(): string {
    return this.#words;
  }
  set words(words: string) {
    this.#words = words;
    this.error = null;
  }

  /** Chooses where the next run is made. */
  runAt(where: 'here' | 'in_use'): void {
    this.#where = where;
  }

  /** Makes the job; `agreed`: the price that stood on the button. */
  async run(recipe: Recipe, agreed: string): Promise<void> {
    const source = this.sourceFor([recipe.takes, ...(recipe.also ?? [])]);
    if (!source || this.busy) return;
    this.busy = true;
    this.error = await this.#make(recipe, source, agreed);
    this.busy = false;
  }

  async #make(recipe: Recipe, source: TestSource, agreed: string): Promise<ErrorInfo | null> {
    const reply = await takeIn(source);
    if (!reply.ok) return reply.error;
    const [taken] = reply.value.sources;
    if (!taken) return reply.value.refused[0] ?? null;
    const { where } = this;
    const made = await ask('recipes:test', { sourceId: taken.id, recipe: toPlainRecipe(recipe), where, agreed });
    if (!made.ok) return made.error;
    queue.apply([made.value], []);
    this.#jobs = { ...this.#jobs, [recipe.id]: made.value.id };
    return null;
  }
}

/** What kind a source of a test run is, of those a recipe takes; the first of them where its files do not tell. */
export function kindOfSource(source: TestSource, kinds: readonly SourceKind[]): SourceKind {
  const first = kinds[0] ?? 'picture';
  if (source.kind !== 'files') return source.kind === 'words' ? 'prompt' : 'picture';
  if (source.files.length > 1 && kinds.includes('views')) return 'views';
  const told = sourceKindOf(source.files[0]?.name ?? '');
  return told !== null && kinds.includes(told) ? told : first;
}

/** Hands a source to main. */
async function takeIn(source: TestSource): Promise<Reply<Taken>> {
  switch (source.kind) {
    case 'sample':
      return ask('samples:take', { name: source.name });
    case 'files':
      return (await bridge.takeFiles(source.files)) as Reply<Taken>;
    case 'words': {
      const reply = await ask('sources:describe', { prompt: source.words });
      return reply.ok ? { ok: true, value: { sources: [reply.value], refused: [] } } : reply;
    }
  }
}

/** The page's test runs. */
export const recipeTest = new RecipeTest();
