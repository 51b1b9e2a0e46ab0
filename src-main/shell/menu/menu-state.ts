import { APP_COMMANDS } from '../../../src-shared/ipc/app-command.ts';
import type { PageState } from '../../../src-shared/ipc/calls/page-calls.ts';

/** State that the menu bar shows. */
export interface MenuState extends PageState {
  /** True if the whole queue is paused. */
  readonly paused: boolean;
}

/** State of a menu item; absent fields keep their initial value. */
export interface MenuItemState {
  readonly checked?: boolean;
  readonly enabled?: boolean;
}

/** State before the page reports one: queue view, lit shading, no selection. */
export const INITIAL_MENU_STATE: MenuState = { view: 'queue', shading: 'lit', chosen: 0, paused: false };

/** Item states by id: the current view and shading are checked; job commands need selected jobs. */
export function toMenuItemStates({ view, shading, chosen, paused }: MenuState): ReadonlyMap<string, MenuItemState> {
  const states = new Map<string, MenuItemState>([['queue.pause', { checked: paused }]]);
  for (const command of APP_COMMANDS) {
    const [group, name] = command.split('.');
    if (group === 'viewer') states.set(command, { checked: name === shading });
    // Only views are checked: a check mark of a dialog or a search would remain after it is closed.
    if (CHECKED_VIEWS.has(command)) states.set(command, { checked: name === view });
    if (group === 'job' && command !== 'job.show') states.set(command, { enabled: chosen > 0 });
  }
  return states;
}

/** View commands with a check mark. */
const CHECKED_VIEWS: ReadonlySet<string> = new Set([
  'view.queue',
  'view.gallery',
  'view.recipes',
  'view.folders',
  'view.account',
]);
