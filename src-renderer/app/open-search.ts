import { queue } from '../features/queue/queue.svelte.ts';
import { openQueueSearch } from '../features/queue/open-queue-search.ts';
import { navigation } from './navigation.svelte.ts';

/** Focuses the search field of the view; opens the command palette in views without one. */
export function openSearch(): void {
  const fields = [...document.querySelectorAll<HTMLElement>('[data-search]')];
  const field = fields.find((each) => each.offsetParent !== null) ?? document.getElementById('gallery-search');
  if (navigation.view === 'queue' && queue.size > 0) void openQueueSearch();
  else if (field) field.focus();
  else navigation.open('commands');
}
