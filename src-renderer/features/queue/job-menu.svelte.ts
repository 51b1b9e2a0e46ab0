import type { Component } from 'svelte';
import type { Job } from '../../../src-shared/jobs/job.ts';

/** The items of the menu of jobs; null until they are loaded. They are loaded after the list is shown. */
class JobMenu {
  Items = $state.raw<Component<{ jobs: readonly Job[] }> | null>(null);

  async load(): Promise<void> {
    this.Items ??= (await import('./components/JobMenuItems.svelte')).default;
  }
}

/** The menu of jobs. */
export const jobMenu = new JobMenu();
