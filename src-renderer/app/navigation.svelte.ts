import type { MeshFormat } from '../../src-shared/formats/formats.ts';
import type { NetworkCard } from '../../src-shared/ipc/calls/network-calls.ts';
import type { Output } from '../../src-shared/ipc/contract.ts';
import type { ServiceCard, ServiceName } from '../../src-shared/ipc/views/account-view.ts';
import type { SpendingPlan } from '../../src-shared/ipc/views/money-view.ts';
import type { Collection } from '../../src-shared/jobs/collection.ts';
import type { Job } from '../../src-shared/jobs/job.ts';
import type { SettingsSection } from './settings-section.ts';
import type { DiffLine } from '../../src-shared/recipes/diff-line.ts';
import { lowWindow } from './window-media.ts';

export type View = 'queue' | 'gallery' | 'recipes' | 'folders' | 'account' | 'settings' | 'operations';

/** Dialogs without parameters. */
type PlainDialog =
  | 'commands'
  | 'cleanUp'
  | 'emptyTrash'
  | 'support'
  | 'limits'
  | 'key'
  | 'folder'
  | 'keys'
  | 'addService'
  | 'addGenerator'
  | 'found'
  | 'operation';

/** What happens to jobs after a question. */
export type JobsQuestion = 'cancel' | 'skip' | 'remove';

/** Orders of finished jobs: the same job again, also with another generator, or an additional format of several. */
export type RepeatOrder =
  | { readonly job: Job; readonly seeds: 'same' | 'new'; readonly generator?: string }
  | { readonly jobs: readonly Job[]; readonly format: MeshFormat };

/** Only one dialog is open at a time. */
type Dialog =
  | { readonly kind: PlainDialog }
  /** Settings of a hot folder; null: a new one. */
  | { readonly kind: 'hotFolder'; readonly id: string | null }
  | { readonly kind: 'imports'; readonly name: string; readonly title: string; readonly project: string | null }
  | { readonly kind: 'serviceKey'; readonly name: ServiceName }
  | { readonly kind: 'askService'; readonly card: ServiceCard; readonly act: 'forget' | 'remove' }
  | { readonly kind: 'removeNetwork'; readonly network: NetworkCard }
  /** The mask of an image in the sheet. */
  | { readonly kind: 'mask'; readonly image: Output<'masks:apply'> }
  | { readonly kind: 'rename'; readonly job: Job }
  | { readonly kind: 'tags' | 'collections'; readonly jobs: readonly Job[] }
  /** Name of a collection; null: a new one. */
  | { readonly kind: 'collection'; readonly collection: Collection | null }
  | { readonly kind: 'resolve'; readonly job: Job; readonly by: 'send_again' | 'give_up' }
  /** Ids of jobs that wait for confirmation. */
  | {
      readonly kind: 'held';
      readonly ids: readonly string[];
      readonly plan: SpendingPlan;
      readonly priceIncreased: boolean;
    }
  | { readonly kind: 'jobsQuestion'; readonly jobs: readonly Job[]; readonly act: JobsQuestion }
  | { readonly kind: 'more'; readonly order: RepeatOrder; readonly plan: SpendingPlan }
  | {
      readonly kind: 'recipe';
      readonly id: string;
      readonly diff: readonly DiffLine[];
      /** True: replace the recipe. Only the first answer counts. */
      readonly answer: (replaces: boolean) => void;
    };

/** Everything open in the window besides the panes. */
class Shown {
  view = $state<View>('queue');
  #dialog = $state.raw<Dialog | null>(null);
  /** The last question about a recipe; the next one waits for its answer. */
  #replacement: Promise<boolean> = Promise.resolve(false);
  /** Recipe files that were opened with Dropforge, until the user imports or closes them. */
  openedRecipes = $state<File[]>([]);
  /** True if the inspector is open where it slides over the viewer. */
  details = $state(false);
  /** True if the inspector's export menu is open. */
  exportOpen = $state(false);
  /** In a low window, it starts folded: the list comes first. */
  readonly #viewerOpen = $state({ usual: true, low: false });

  /** The requested section of the settings; a new object for each request. */
  section = $state.raw<{ readonly name: SettingsSection } | null>(null);
  /** The views from which the settings and the operations were opened. */
  readonly #openers: Record<'settings' | 'operations', View> = { settings: 'queue', operations: 'queue' };

  get dialog(): Dialog | null {
    return this.#dialog;
  }

  /** Opens a dialog, replacing the open one, or closes it. */
  set dialog(dialog: Dialog | null) {
    const replaced = this.#dialog;
    this.#dialog = dialog;
    if (replaced?.kind === 'recipe') replaced.answer(false);
  }

  /** The view whose tab is current. */
  get tab(): View {
    return this.view === 'operations' ? this.#openers.operations : this.view;
  }

  /** True if the viewer is expanded in a one-column layout. */
  get viewerOpen(): boolean {
    return this.#viewerOpen[lowWindow.current ? 'low' : 'usual'];
  }

  set viewerOpen(open: boolean) {
    this.#viewerOpen[lowWindow.current ? 'low' : 'usual'] = open;
  }

  /** Opens a view; the queue with or without the inspector over it. */
  show(view: View, details = false): void {
    if (view === 'settings' && this.view !== 'settings') this.#openers.settings = this.view;
    const from = this.view === 'settings' ? this.#openers.settings : this.view;
    if (view === 'operations' && from !== 'operations') this.#openers.operations = from;
    this.view = view;
    this.details = details;
  }

  /** Opens a section of the settings. */
  showSettings(name: SettingsSection): void {
    this.show('settings');
    this.section = { name };
  }

  /** Goes back one step: closes the inspector over the queue, or leaves another view for the one it was opened from. */
  back(): void {
    const { view } = this;
    this.show(view === 'settings' || view === 'operations' ? this.#openers[view] : 'queue');
  }

  /** Opens the settings of a hot folder; null: of a new one. */
  setFolder(id: string | null): void {
    this.dialog = { kind: 'hotFolder', id };
  }

  /** Opens the import settings of a target or of one of its projects. */
  setImports(name: string, title: string, project: string | null): void {
    this.dialog = { kind: 'imports', name, title, project };
  }

  /** Opens the dialog for another API key of a service. */
  setKey(name: ServiceName): void {
    this.dialog = { kind: 'serviceKey', name };
  }

  /** Asks for confirmation before a service, or its key, is removed. */
  askService(card: ServiceCard, act: 'forget' | 'remove'): void {
    this.dialog = { kind: 'askService', card, act };
  }

  /** Asks for confirmation before the files of a network are removed. */
  askNetwork(network: NetworkCard): void {
    this.dialog = { kind: 'removeNetwork', network };
  }

  /** Opens a dialog, replacing the open one. */
  open(kind: PlainDialog): void {
    this.dialog = { kind };
  }

  /** Asks for a new name of a job. */
  rename(job: Job): void {
    this.dialog = { kind: 'rename', job };
  }

  /** Opens the tags or the collections of jobs. */
  assign(kind: 'tags' | 'collections', jobs: readonly Job[]): void {
    this.dialog = { kind, jobs };
  }

  /** Asks for the name of a collection; null: of a new one. */
  editCollection(collection: Collection | null): void {
    this.dialog = { kind: 'collection', collection };
  }

  /** Asks for confirmation before a job with unknown outcome is settled. */
  askResolve(job: Job, by: 'send_again' | 'give_up'): void {
    this.dialog = { kind: 'resolve', job, by };
  }

  /** Asks for confirmation before held jobs start; `priceIncreased`: they cost more than was confirmed. */
  askHeld(ids: readonly string[], plan: SpendingPlan, priceIncreased: boolean): void {
    this.dialog = { kind: 'held', ids, plan, priceIncreased };
  }

  /** Asks for confirmation before jobs are cancelled, skipped or moved to the trash. */
  askJobs(act: JobsQuestion, jobs: readonly Job[]): void {
    this.dialog = { kind: 'jobsQuestion', jobs, act };
  }

  /** Asks for confirmation before a job is repeated, or jobs are exported, at a cost. */
  askMore(order: RepeatOrder, plan: SpendingPlan): void {
    this.dialog = { kind: 'more', order, plan };
  }

  /**
   * Asks for confirmation before a file replaces the recipe with the same id, after earlier questions are answered;
   * false if the dialog is closed.
   */
  askReplace(id: string, diff: readonly DiffLine[]): Promise<boolean> {
    const { promise, resolve: answer } = Promise.withResolvers<boolean>();
    const before = this.#replacement;
    this.#replacement = promise;
    void before.then(() => {
      this.dialog = { kind: 'recipe', id, diff, answer };
    });
    return promise;
  }

  /** Closes a dialog unless another one has replaced it, as it may have after an `await`; by default the open one. */
  close(dialog: Dialog | null = this.dialog): void {
    if (this.dialog === dialog) this.dialog = null;
  }
}

export const navigation = new Shown();
