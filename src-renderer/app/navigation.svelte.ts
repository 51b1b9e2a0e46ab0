import type { MeshFormat } from '../../src-shared/formats/formats.ts';
import type { HotFolderView } from '../../src-shared/hot-folders/hot-folder.ts';
import type { ServiceCard, ServiceName } from '../../src-shared/ipc/views/account-view.ts';
import type { SpendingPlan } from '../../src-shared/ipc/views/money-view.ts';
import type { Job } from '../../src-shared/jobs/job.ts';
import type { SettingsSection } from './settings-section.ts';
import type { DiffLine } from '../../src-shared/recipes/diff-line.ts';

/** The views of the window. */
export type View = 'queue' | 'gallery' | 'recipes' | 'folders' | 'account' | 'settings' | 'operations';

/** Dialogs that need to be told nothing. */
type PlainDialog =
  'commands' | 'cleanUp' | 'support' | 'limits' | 'key' | 'folder' | 'keys' | 'addService' | 'found' | 'operation';

/** What can be ordered of a finished job: the same once more, or one more format. */
export type RepeatOptions = { readonly seeds: 'same' | 'new' } | { readonly format: MeshFormat };

/** The dialogs; one at a time. */
type Dialog =
  | { readonly kind: PlainDialog }
  /** Settings of a hot folder; null: a new one. */
  | { readonly kind: 'hotFolder'; readonly id: string | null }
  | { readonly kind: 'imports'; readonly name: string; readonly title: string; readonly project: string | null }
  | { readonly kind: 'forget'; readonly folder: HotFolderView }
  | { readonly kind: 'serviceKey'; readonly name: ServiceName }
  | { readonly kind: 'askService'; readonly card: ServiceCard; readonly act: 'forget' | 'remove' }
  | { readonly kind: 'rename'; readonly job: Job }
  | { readonly kind: 'resolve'; readonly job: Job; readonly by: 'send_again' | 'give_up' }
  /** Held jobs by their ids. */
  | { readonly kind: 'held'; readonly ids: readonly string[]; readonly plan: SpendingPlan; readonly dearer: boolean }
  | { readonly kind: 'more'; readonly job: Job; readonly more: RepeatOptions; readonly plan: SpendingPlan }
  | { readonly kind: 'recipe'; readonly id: string; readonly text: string; readonly diff: readonly DiffLine[] };

/** What is open in the window beside the panes. */
class Shown {
  view = $state<View>('queue');
  dialog = $state.raw<Dialog | null>(null);
  /** The inspector, where it slides over the viewer. */
  details = $state(false);
  /** The inspector's export menu. */
  exportOpen = $state(false);
  /** The viewer's body in one column. */
  viewerOpen = $state(true);

  /** The part of the settings that is asked for; a new value each time it is. */
  section = $state.raw<{ readonly name: SettingsSection } | null>(null);
  /** The view the settings were opened from. */
  #before: View = 'queue';

  /** Goes to a view, in the queue with or without the inspector over it. */
  show(view: View, details = false): void {
    if (view === 'settings' && this.view !== 'settings') this.#before = this.view;
    this.view = view;
    this.details = details;
  }

  /** Goes to a part of the settings. */
  showSettings(name: SettingsSection): void {
    this.show('settings');
    this.section = { name };
  }

  /** One step back: closes the inspector over the queue, leaves another view. */
  back(): void {
    this.show(this.view === 'settings' ? this.#before : 'queue');
  }

  /** Opens the settings of a hot folder; null: of a new one. */
  setFolder(id: string | null): void {
    this.dialog = { kind: 'hotFolder', id };
  }

  /** Opens how a target, or one of its projects, takes models in. */
  setImports(name: string, title: string, project: string | null): void {
    this.dialog = { kind: 'imports', name, title, project };
  }

  /** Asks before a hot folder is forgotten. */
  askForget(folder: HotFolderView): void {
    this.dialog = { kind: 'forget', folder };
  }

  /** Opens the field for another key of a service. */
  setKey(name: ServiceName): void {
    this.dialog = { kind: 'serviceKey', name };
  }

  /** Asks before a service, or its key, is forgotten. */
  askService(card: ServiceCard, act: 'forget' | 'remove'): void {
    this.dialog = { kind: 'askService', card, act };
  }

  /** Opens a dialog in place of the open one. */
  open(kind: PlainDialog): void {
    this.dialog = { kind };
  }

  /** Asks what a job is to be called. */
  rename(job: Job): void {
    this.dialog = { kind: 'rename', job };
  }

  /** Asks before an unknown outcome is settled. */
  askResolve(job: Job, by: 'send_again' | 'give_up'): void {
    this.dialog = { kind: 'resolve', job, by };
  }

  /** Asks before held jobs begin; `dearer`: they cost more than the person said yes to. */
  askHeld(ids: readonly string[], plan: SpendingPlan, dearer: boolean): void {
    this.dialog = { kind: 'held', ids, plan, dearer };
  }

  /** Asks before more of a job is ordered that costs. */
  askMore(job: Job, more: RepeatOptions, plan: SpendingPlan): void {
    this.dialog = { kind: 'more', job, more, plan };
  }

  /** Asks before the text of a file takes the place of the recipe of the same id. */
  askReplace(id: string, text: string, diff: readonly DiffLine[]): void {
    this.dialog = { kind: 'recipe', id, text, diff };
  }

  /** Closes the dialog. */
  close(): void {
    this.dialog = null;
  }
}

/** What the page shows. */
export const navigation = new Shown();
