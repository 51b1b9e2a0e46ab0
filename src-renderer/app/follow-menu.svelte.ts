import { bridge } from './bridge/bridge.ts';
import { queue } from '../features/queue/queue.svelte.ts';
import { navigation } from './navigation.svelte.ts';
import { viewerState } from '../features/viewer/state/viewer.svelte.ts';

/**
 * Reports what the page shows to the window, so that the checkmarks of its menu bar are correct. A browser has no menu
 * bar.
 */
export function followMenu(): void {
  if (bridge.host !== 'window') return;
  $effect(() => {
    const { view } = navigation;
    const { shading } = viewerState;
    const chosen = queue.selection.ids.size;
    // A lost report needs no error: the next change sends everything again.
    void bridge.call('page:shows', { view, shading, chosen });
  });
}
