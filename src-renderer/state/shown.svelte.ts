import type { Format } from '../../src-shared/formats.ts';
import type { HotFolderView } from '../../src-shared/hot-folder.ts';
import type { SpendingPlan } from '../../src-shared/ipc/money-view.ts';
import type { Job } from '../../src-shared/job.ts';

/** The views of the window. */
export type View = 'queue' | 'gallery' | 'folders';

/** Dialogs that need to be told nothing. */
type PlainDialog = 'settings' | 'limits' | 'key' | 'folder' | 'keys' | 'spending' | 'found';

/** What can be ordered of a finished job: the same once more, or one more format. */
export type More = { readonly seeds: 'same' | 'new' } | { readonly format: Format };

/** The dialogs; one at a time. `limits` is the settings, opened where the limits are. */
export type Dialog =
  | { readonly kind: PlainDialog }
  /** Settings of a hot folder; null: a new one. */
  | { readonly kind: 'hotFolder'; readonly id: string | null }
  | { readonly kind: 'imports'; readonly name: string; readonly title: string; readonly project: string | null }
  | { readonly kind: 'forget'; readonly folder: HotFolderView }
  | { readonly kind: 'resolve'; readonly job: Job; readonly by: 'send_again' | 'give_up' }
  | { readonly kind: 'more'; readonly job: Job; readonly more: More; readonly plan: SpendingPlan }
  | { readonly kind: 'recipe'; readonly id: string; readonly text: string; readonly diff: readonly string[] };

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

  /** Goes to a view. */
  show(view: View): void {
    this.view = view;
    this.details = false;
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

  /** Opens a dialog in place of the open one. */
  open(kind: PlainDialog): void {
    this.dialog = { kind };
  }

  /** Asks before an unknown outcome is settled. */
  askResolve(job: Job, by: 'send_again' | 'give_up'): void {
    this.dialog = { kind: 'resolve', job, by };
  }

  /** Asks before more of a job is ordered that costs. */
  askMore(job: Job, more: More, plan: SpendingPlan): void {
    this.dialog = { kind: 'more', job, more, plan };
  }

  /** Asks before the text of a file takes the place of the recipe of the same id. */
  askReplace(id: string, text: string, diff: readonly string[]): void {
    this.dialog = { kind: 'recipe', id, text, diff };
  }

  /** Closes the dialog. */
  close(): void {
    this.dialog = null;
  }
}

/** What the page shows. */
export const shown = new Shown();
