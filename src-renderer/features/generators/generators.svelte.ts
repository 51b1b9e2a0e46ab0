import type { FoundServer } from '../../../src-shared/api/generators/generator-state.ts';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type {
  GeneratorForm,
  GeneratorsView,
  NewGeneratorInput,
} from '../../../src-shared/ipc/calls/generator-calls.ts';
import type { Input } from '../../../src-shared/ipc/contract.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { navigation } from '../../app/navigation.svelte.ts';
import { TEXTS } from '../../app/language/texts.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { setup } from '../../app/setup.svelte.ts';
import { queue, type JobRow } from '../queue/queue.svelte.ts';
import { toPlainRecipe } from '../recipes/recipe-editor.svelte.ts';
import { createTestRecipe } from './create-test-recipe.ts';

/** The generators of the user, and their tests. */
class Generators {
  /** Null until main replied. */
  view = $state.raw<GeneratorsView | null>(null);
  checking = $state(false);
  /** Servers at their usual ports; null: nobody looked. */
  found = $state.raw<readonly FoundServer[] | null>(null);
  finding = $state(false);
  /** Address and kind for the dialog; null: typed there. */
  offered = $state.raw<FoundServer | null>(null);
  /** The generator that the dialog edits; null: it adds one. */
  edited = $state.raw<GeneratorForm | null>(null);
  /** Job of the last test by generator. */
  #tests = $state.raw<Readonly<Record<string, string>>>({});
  /** Why the last test did not start, by generator. */
  #refusals = $state.raw<Readonly<Record<string, ErrorInfo>>>({});

  /** Loads the list, then asks each generator for its state. */
  async read(): Promise<void> {
    this.view ??= await callOrNotify('generators:list', { look: false });
    if (this.view === null || this.view.generators.length === 0) return;
    this.checking = true;
    this.view = (await callOrNotify('generators:list', { look: true })) ?? this.view;
    this.checking = false;
  }

  /** Looks for servers on this computer, once. */
  async find(): Promise<void> {
    this.finding = true;
    this.found = (await callOrNotify('generators:find', null)) ?? this.found;
    this.finding = false;
  }

  /** Opens the dialog for a new generator: the server that was found, or any. */
  openNew(offered: FoundServer | null): void {
    this.offered = offered;
    this.edited = null;
    navigation.open('addGenerator');
  }

  /** Opens the dialog with a generator. */
  async openChange(name: string): Promise<void> {
    this.edited = await callOrNotify('generators:get', { name });
    if (this.edited) navigation.open('addGenerator');
  }

  /** Adds a generator, or changes the edited one; returns the error, or null. */
  async save(to: NewGeneratorInput): Promise<ErrorInfo | null> {
    const { edited } = this;
    const reply = await (edited ? ask('generators:change', { name: edited.name, to }) : ask('generators:add', to));
    if (!reply.ok) return reply.error;
    this.view = reply.value;
    void this.read();
    return null;
  }

  async use(choice: Input<'generators:use'>): Promise<void> {
    this.view = (await callOrNotify('generators:use', choice)) ?? this.view;
    await this.read();
  }

  async setUnsupported(by: Input<'generators:unsupported'>['by']): Promise<void> {
    this.view = (await callOrNotify('generators:unsupported', { by })) ?? this.view;
    await this.read();
  }

  /** Removes a generator, with undo. */
  async remove(name: string): Promise<void> {
    const left = await callOrNotify('generators:remove', { name });
    if (!left) return;
    this.view = left;
    notices.toast(TEXTS.generators.removed(name), { undo: () => void this.#restore(name) });
    await this.read();
  }

  /** Generates one model from a sample on this computer. */
  async test({ name, operations }: Pick<GeneratorsView['generators'][number], 'name' | 'operations'>): Promise<void> {
    this.#refusals = Object.fromEntries(Object.entries(this.#refusals).filter(([other]) => other !== name));
    const recipe = createTestRecipe(name, operations);
    const [sample] = setup.samples;
    if (!recipe || !sample) return;
    const sources =
      recipe.takes === 'prompt'
        ? await ask('sources:describe', { prompt: sample.title })
        : await ask('samples:take', { name: sample.name });
    if (!sources.ok) return this.#refuse(name, sources.error);
    const source = 'sources' in sources.value ? sources.value.sources[0] : sources.value;
    if (!source) return;
    const made = await ask('recipes:test', { sourceId: source.id, recipe: toPlainRecipe(recipe), where: 'here' });
    if (!made.ok) return this.#refuse(name, made.error);
    queue.apply([made.value], []);
    this.#tests = { ...this.#tests, [name]: made.value.id };
  }

  /** The job of a generator's last test; null: there was none, or it was removed. */
  testOf(name: string): JobRow | null {
    const id = this.#tests[name];
    return id === undefined ? null : queue.row(id);
  }

  /** Why the last test of a generator did not start; null: it did, or there was none. */
  refusalOf(name: string): ErrorInfo | null {
    return this.#refusals[name] ?? null;
  }

  async #restore(name: string): Promise<void> {
    this.view = (await callOrNotify('generators:restore', { name })) ?? this.view;
    await this.read();
  }

  #refuse(name: string, error: ErrorInfo): void {
    this.#refusals = { ...this.#refusals, [name]: error };
  }
}

export const generators = new Generators();
