import { bridge } from './bridge/bridge.ts';
import { queue } from '../features/queue/queue.svelte.ts';
import { navigation } from './navigation.svelte.ts';
import { viewerState } from '../features/viewer/state/viewer.svelte.ts';

/** Tells the window what the page shows, so that the marks of its menu bar are true; a browser has no menu bar of ours. */
export function followMenu(): void {
  if (bridge.host !== 'window') return;
  $effect(() => {
    const { view } = navigation;
    const { shading } = viewerState;
    const chosen = queue.selection.ids.size;
    // Nobody has to hear that this was lost: the next change tells it anew.
    void bridge.call('page:shows', { view, shading, chosen });
  });
}
