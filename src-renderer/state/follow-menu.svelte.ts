import { bridge } from './bridge.ts';
import { queue } from './queue.svelte.ts';
import { shown } from './shown.svelte.ts';
import { viewing } from './viewer.svelte.ts';

/** Tells the window what the page shows, so that the marks of its menu bar are true; a browser has no menu bar of ours. */
export function followMenu(): void {
  if (bridge.host !== 'window') return;
  $effect(() => {
    const { view } = shown;
    const { shading } = viewing;
    const chosen = queue.selection.ids.size;
    // Nobody has to hear that this was lost: the next change tells it anew.
    void bridge.call('page:shows', { view, shading, chosen });
  });
}
