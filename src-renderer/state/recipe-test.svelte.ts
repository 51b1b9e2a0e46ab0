import type { ErrorInfo } from '../../src-shared/errors.ts';
import type { Output, Reply } from '../../src-shared/ipc/contract.ts';
import type { Recipe } from '../../src-shared/recipe.ts';
import { ask, bridge } from './bridge.ts';
import { queue, type JobRow } from './queue.svelte.ts';
import { toSent } from './recipe-editor.svelte.ts';
import { setup } from './service.svelte.ts';

type Taken = Output<'sources:take'>;

/** What a test run is made of: a sample that came with the app, or files the person chose. */
export type TestSource =
  | { readonly kind: 'sample'; readonly name: string; readonly title: string }
  | { readonly kind: 'files'; readonly files: readonly File[] };

/** One source through all steps of a recipe as it stands, kept or not. */
class RecipeTest {
  #source = $state.raw<TestSource | null>(null);
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

  /** The source of the next run; for pictures a sample, until the person chose. */
  sourceFor(takes: Recipe['takes']): TestSource | null {
    const [sample] = setup.samples;
    const isSample = this.#source === null || this.#source.kind === 'sample';
    if (isSample && takes !== 'picture') return null;
    return this.#source ?? (sample ? { kind: 'sample', ...sample } : null);
  }

  /** The row of the last run of a recipe; null: there was none, or it left the list. */
  rowOf(recipe: string): JobRow | null {
    const id = this.#jobs[recipe];
    return id === undefined ? null : queue.row(id);
  }

  /** Chooses what the next run is made of. */
  take(source: TestSource): void {
    this.#source = source;
    this.error = null;
  }

  /** Chooses where the next run is made. */
  runAt(where: 'here' | 'in_use'): void {
    this.#where = where;
  }

  /** Makes the job; `agreed`: the price that stood on the button. */
  async run(recipe: Recipe, agreed: string): Promise<void> {
    const source = this.sourceFor(recipe.takes);
    if (!source || this.busy) return;
    this.busy = true;
    this.error = await this.#make(recipe, source, agreed);
    this.busy = false;
  }

  async #make(recipe: Recipe, source: TestSource, agreed: string): Promise<ErrorInfo | null> {
    const reply =
      source.kind === 'sample'
        ? await ask('samples:take', { name: source.name })
        : ((await bridge.takeFiles(source.files)) as Reply<Taken>);
    if (!reply.ok) return reply.error;
    const [taken] = reply.value.sources;
    if (!taken) return reply.value.refused[0] ?? null;
    const { where } = this;
    const made = await ask('recipes:test', { sourceId: taken.id, recipe: toSent(recipe), where, agreed });
    if (!made.ok) return made.error;
    queue.apply([made.value], []);
    this.#jobs = { ...this.#jobs, [recipe.id]: made.value.id };
    return null;
  }
}

/** The page's test runs. */
export const recipeTest = new RecipeTest();
