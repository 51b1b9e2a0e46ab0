import type { Job } from '../../src-shared/job.ts';

/** The dialogs; one at a time. */
export type Dialog =
  | { readonly kind: 'settings' | 'key' | 'folder' | 'keys' }
  | { readonly kind: 'resolve'; readonly job: Job; readonly by: 'send_again' | 'give_up' };

/** What is open in the window beside the panes. */
class Shown {
  dialog = $state.raw<Dialog | null>(null);
  /** The inspector, where it slides over the viewer. */
  details = $state(false);
  /** The inspector's export menu. */
  exportOpen = $state(false);
  /** The viewer's body in one column. */
  viewerOpen = $state(true);

  /** Opens a dialog in place of the open one. */
  open(kind: 'settings' | 'key' | 'folder' | 'keys'): void {
    this.dialog = { kind };
  }

  /** Asks before an unknown outcome is settled. */
  askResolve(job: Job, by: 'send_again' | 'give_up'): void {
    this.dialog = { kind: 'resolve', job, by };
  }

  /** Closes the dialog. */
  close(): void {
    this.dialog = null;
  }
}

/** What the page shows. */
export const shown = new Shown();
